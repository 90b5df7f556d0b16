package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Random;
import org.gleaner.core.id.JobId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files arrive as they were sent, both ways, and tasks can't spoil each other's. */
class FilesIT {
    private static final long SEED = 7;

    @TempDir
    static Path temp;

    private static RealGrid grid = new RealGrid(Path.of("unset"));

    @BeforeAll
    static void start_a_server_and_an_agent() throws Exception {
        grid = new RealGrid(temp).startServer();
        grid.startAgent("agent", 2);
    }

    @AfterAll
    static void kill_everything() throws Exception {
        grid.killAll();
    }

    @Test
    void inputs_and_outputs_travel_byte_for_byte() throws Exception {
        byte[] large = new byte[3_000_000];
        new Random(SEED).nextBytes(large);
        Path sent = Files.createDirectories(temp.resolve("sent/deeper down"));
        Files.write(sent.resolve("large.bin"), large);
        Files.write(sent.resolve("ü→😀 -x"), new byte[] {0, -1, 10, 13});
        Files.createFile(sent.resolve("empty"));
        Path tool = grid.file("tool", "#!/bin/sh\ncp -R sent got; mkdir got/none; cp tool got/\n");
        Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwxr-xr-x"));

        JobId job = grid.submit("--in", "sent", "--in", "tool", "--out", "got", "./tool");
        grid.untilDone(job);
        grid.well("get", job, "--as-is", "--to", "back");

        Path got = temp.resolve("back/got");
        for (String name : List.of("large.bin", "ü→😀 -x", "empty")) {
            assertThat(got.resolve("deeper down").resolve(name)).hasSameBinaryContentAs(sent.resolve(name));
        }
        assertThat(got.resolve("tool")).hasSameBinaryContentAs(tool).isExecutable();
        assertThat(temp.resolve("back/stdout")).isEmptyFile();
    }

    @Test
    void a_task_that_spoils_its_input_spoils_it_for_nobody_else() throws Exception {
        Path shared = grid.file("shared.txt", "pristine\n".repeat(20_000));
        String line = "cp shared.txt seen.txt; chmod u+w shared.txt; echo spoilt >>shared.txt; rm shared.txt";

        JobId job = grid.submit("--in", "shared.txt", "--out", "seen.txt", "--array", "1-6", "--shell", line);
        grid.untilDone(job);
        grid.well("get", job, "--to", "seen");

        for (int task = 1; task <= 6; task++) {
            assertThat(temp.resolve("seen/" + task + "/seen.txt")).hasSameBinaryContentAs(shared);
        }
    }

    @Test
    void a_task_sees_a_clean_environment_and_its_own_place() throws Exception {
        JobId job = grid.submit("--array", "5-6", "--shell", "env; echo pwd=$PWD; ls -A");
        grid.untilDone(job);
        grid.well("get", job, "--to", "seen-by");

        String seen = Files.readString(temp.resolve("seen-by/2/stdout"));
        assertThat(seen)
                .contains(
                        "GLEANER_JOB=" + job + "\n",
                        "GLEANER_TASK=" + job + ".2\n",
                        "GLEANER_INDEX=2\n",
                        "GLEANER_ENTRY=6\n",
                        "GLEANER_ATTEMPT=" + job + ".2#1\n")
                .doesNotContain("GLEANER_TOKEN", "GLEANER_URL", "GLEANER_HOME", "GLEANER_BUILD");
    }

    @Test
    void what_a_task_leaves_behind_is_removed_whatever_its_rights() throws Exception {
        JobId job = grid.submit("--shell", "mkdir -p a/b; : >a/b/c; chmod 000 a/b; chmod 500 a; ln -s / everything");
        grid.untilDone(job);

        RealGrid.until("the work directory is empty", () -> isEmpty(temp.resolve("agent/work")));
    }

    private static boolean isEmpty(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            return files.findAny().isEmpty();
        }
    }
}
