package org.gleaner.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.job.FileLayout.Fault;
import org.gleaner.core.job.FileLayout.Flaw;
import org.junit.jupiter.api.Test;

/** Which files can lie together in one directory. */
final class FileLayoutTest {
    private static final BlobHash HASH = new BlobHash("ab".repeat(32));

    private static List<InputFile> files(String... paths) {
        List<InputFile> files = new ArrayList<>();
        for (String path : paths) {
            files.add(new InputFile(path, HASH, 1, false));
        }
        return files;
    }

    private static Optional<Fault> crossed(String file, String below) {
        return Optional.of(new Fault(Flaw.FILE_AND_DIRECTORY, file, below));
    }

    @Test
    void files_with_names_of_their_own_can_lie_together() {
        assertThat(FileLayout.among(files("a", "a.b", "a-b/c", "ab", "b/a", "b/c/a")))
                .isEmpty();
        assertThat(FileLayout.among(files())).isEmpty();
    }

    @Test
    void no_name_is_a_file_and_a_directory() {
        assertThat(FileLayout.among(files("a/b", "x", "a"))).isEqualTo(crossed("a", "a/b"));
        assertThat(FileLayout.among(files("a", "a.b", "a-b", "a/b/c"))).isEqualTo(crossed("a", "a/b/c"));
    }

    @Test
    void no_name_is_in_one_list_twice() {
        assertThat(FileLayout.among(files("a", "b", "a"))).contains(new Fault(Flaw.TWICE, "a", "a"));
    }

    @Test
    void a_part_of_a_name_has_at_most_255_bytes() {
        String longest = "ä".repeat(127) + "x";

        assertThat(FileLayout.among(files(longest + "/" + longest))).isEmpty();
        assertThat(FileLayout.among(files("d/" + longest + "y")))
                .contains(new Fault(Flaw.LONG, "d/" + longest + "y", "d/" + longest + "y"));
    }

    @Test
    void files_of_a_task_are_compared_with_those_of_its_job() {
        FileLayout job = new FileLayout(files("common", "data/x", "data/y", "data.txt", "z"));

        assertThat(job.with(files("data/z", "common.x", "y"))).isEmpty();
        assertThat(job.with(files("common/x"))).isEqualTo(crossed("common", "common/x"));
        assertThat(job.with(files("q", "common/x/y"))).isEqualTo(crossed("common", "common/x/y"));
        assertThat(job.with(files("data"))).isEqualTo(crossed("data", "data/x"));
        assertThat(job.with(files("q", "q/r"))).isEqualTo(crossed("q", "q/r"));
    }

    @Test
    void a_file_of_a_task_takes_the_place_of_one_of_its_job() {
        assertThat(new FileLayout(files("a/b", "c")).with(files("a/b"))).isEmpty();
    }
}
