package org.gleaner.client.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Requirements;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SubmissionNotesTest {
    private static final JobId JOB = new JobId(7);
    private static final BlobHash OLD = new BlobHash("a".repeat(64));
    private static final BlobHash OTHER = new BlobHash("b".repeat(64));

    @TempDir
    Path home;

    private SubmissionNotes notes() {
        return new SubmissionNotes(home, URI.create("http://127.0.0.1:8080"));
    }

    private static SubmissionNote note() {
        LocalFile file = new LocalFile(Path.of("/somewhere/sim.py"), "sim.py");
        return new SubmissionNote(JOB, List.of(new SubmissionNote.Line(file, OLD)), List.of());
    }

    private static JobSpec spec(BlobHash hash) {
        return new JobSpec(
                "sim",
                "sim.py",
                new CommandLine.Words(List.of("python3", "sim.py")),
                new ArrayShape.Single(),
                List.of(new InputFile("sim.py", hash, 1, false)),
                List.of(),
                Requirements.ONE_CORE,
                JobLimits.DEFAULT);
    }

    @Test
    void a_note_is_found_again_and_only_its_owner_can_read_it() throws Exception {
        notes().save(note());

        assertThat(notes().find(JOB, spec(OLD))).isEqualTo(note());
        Path file = home.resolve("submissions/127.0.0.1_8080-7.json");
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void directories_that_are_missing_are_private_and_those_there_stay_as_they_are() throws Exception {
        Path missing = home.resolve("a/b");
        Path link = Files.createSymbolicLink(home.resolve("link"), Files.createDirectory(home.resolve("target")));
        Files.setPosixFilePermissions(home.resolve("target"), PosixFilePermissions.fromString("rwxr-xr-x"));

        PrivateFile.createDirectory(missing);
        PrivateFile.createDirectory(link);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(missing)))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(missing.getParent())))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(link)))
                .isEqualTo("rwxr-xr-x");
    }

    @Test
    void beyond_a_thousand_the_oldest_goes_though_another_vanishes_meanwhile() throws Exception {
        notes().save(note());
        Path directory = home.resolve("submissions");
        for (int i = 0; i < 1_000; i++) {
            Files.createFile(directory.resolve("other-" + i + ".json"));
        }
        Files.setLastModifiedTime(directory.resolve("other-7.json"), FileTime.fromMillis(0));
        // Listed, but not there when it is looked at.
        Files.createSymbolicLink(directory.resolve("gone.json"), home.resolve("nowhere"));

        notes().save(note());

        assertThat(directory.resolve("other-7.json")).doesNotExist();
        assertThat(directory.resolve("other-8.json")).exists();
    }

    @Test
    void what_is_no_file_or_far_too_large_is_no_note() throws Exception {
        notes().save(note());
        Path file = home.resolve("submissions/127.0.0.1_8080-7.json");
        Files.delete(file);
        Files.createSymbolicLink(file, Path.of("/dev/zero"));
        assertThat(notes().find(JOB, spec(OLD))).isNull();

        Files.delete(file);
        try (RandomAccessFile large = new RandomAccessFile(file.toFile(), "rw")) {
            large.setLength(1L << 40);
        }
        assertThat(notes().find(JOB, spec(OLD))).isNull();
    }

    @Test
    void a_note_about_another_job_of_the_same_number_is_not_taken() throws Exception {
        notes().save(note());

        assertThat(notes().find(JOB, spec(OTHER))).isNull();
        assertThat(new SubmissionNotes(home, URI.create("http://other:8080")).find(JOB, spec(OLD)))
                .isNull();
    }

    @Test
    void a_damaged_note_counts_as_none() throws Exception {
        notes().save(note());
        Files.writeString(home.resolve("submissions/127.0.0.1_8080-7.json"), "{\"job\":");

        assertThat(notes().find(JOB, spec(OLD))).isNull();
    }
}
