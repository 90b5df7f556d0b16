package org.gleaner.client.description;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.InputFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SentProgramTest {
    @TempDir
    Path directory;

    @BeforeEach
    void files() throws IOException {
        write("run.sh", "#!/bin/sh\necho hello\n", true);
        write("plain.py", "#!/usr/bin/env python3\nprint(1)\n", false);
        write("bin/prog", "no text", true);
    }

    private void write(String name, String text, boolean executable) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        assertThat(!executable || file.toFile().setExecutable(true)).isTrue();
    }

    private JobDescription job(Draft draft) throws Exception {
        return JobDescription.of(
                draft, new Place(directory, Map.of("PATH", "/usr/bin:/bin"), InputStream.nullInputStream()));
    }

    private static List<String> words(JobDescription job) {
        return ((CommandLine.Words) job.spec().command()).words();
    }

    private static List<String> files(JobDescription job) {
        return job.spec().inputs().stream().map(InputFile::path).toList();
    }

    @Test
    void a_script_named_with_its_path_is_sent_and_that_is_told() throws Exception {
        JobDescription job = job(Draft.of("./run.sh", "1"));

        assertThat(files(job)).containsExactly("run.sh");
        assertThat(words(job)).containsExactly("./run.sh", "1");
        assertThat(job.caveats().notes()).containsExactly("run.sh is sent along, as the command starts it.");
        assertThat(job.caveats().warnings()).isEmpty();
        assertThat(job.inputs()).hasSize(1);
    }

    @Test
    void a_bare_name_that_is_found_here_alone_is_started_from_the_directory_of_the_task() throws Exception {
        assertThat(words(job(Draft.of("run.sh", "{}").with("array", "1-2")))).containsExactly("./run.sh", "{}");
        assertThat(words(job(Draft.of("plain.py", "x")))).containsExactly("/usr/bin/env", "python3", "plain.py", "x");
        assertThat(words(job(Draft.of("bin/prog")))).containsExactly("bin/prog");
        assertThat(words(job(Draft.of(directory.resolve("bin/prog").toString()))))
                .containsExactly("./bin/prog");
    }

    @Test
    void an_input_is_not_sent_twice_and_nothing_is_told_of_it() throws Exception {
        JobDescription job = job(Draft.of("run.sh").with("in", "run.sh"));

        assertThat(files(job)).containsExactly("run.sh");
        assertThat(words(job)).containsExactly("./run.sh");
        assertThat(job.caveats().notes()).isEmpty();
    }

    @Test
    void a_program_that_machines_have_or_may_get_in_another_way_is_left_alone() throws Exception {
        write("sh", "mine", true);

        for (Draft draft : List.of(
                Draft.of("sh", "-c", "true"),
                Draft.of("/bin/sh", "-c", "true"),
                Draft.of("./run.sh").with("no-check"),
                Draft.of("./run.sh").with("cwd", "/shared"),
                Draft.of("./run.sh").with("setup", "make run.sh"),
                Draft.of("./run.sh").with("in-from", "7:run.sh"))) {
            JobDescription job = job(draft);

            assertThat(files(job)).as(draft.toString()).isEmpty();
            assertThat(words(job)).as(draft.toString()).isEqualTo(draft.command());
            assertThat(job.caveats().notes()).as(draft.toString()).isEmpty();
        }
    }

    @Test
    void a_flag_behind_the_command_that_was_meant_for_us_is_told() throws Exception {
        assertThat(job(Draft.of("run.sh", "1", "--dry-run")).caveats().warnings())
                .containsExactly(
                        "--dry-run is passed to ./run.sh, as it comes after it; flags for Gleaner go before the"
                                + " command.");
        assertThat(job(Draft.of("plain.py", "--wait")).caveats().warnings().get(0))
                .startsWith("--wait is passed to");
        assertThat(job(Draft.of("echo", "--array=1-9")).caveats().warnings().get(0))
                .startsWith("--array is passed to echo");
        assertThat(job(Draft.of("rsync", "--dry-run", "--in", "x")).caveats().warnings())
                .isEmpty();
        assertThat(job(Draft.of("run.sh", "--dry-run").with("no-check"))
                        .caveats()
                        .warnings())
                .isEmpty();
    }
}
