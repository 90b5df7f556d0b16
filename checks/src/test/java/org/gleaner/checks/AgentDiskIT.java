package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.TaskState;
import org.gleaner.lab.child.AgentChild;
import org.gleaner.protocol.message.TaskRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real agent on a disk of 64 MB. */
@Timeout(1800)
final class AgentDiskIT {
    private static final int SMALL = 64 << 20;

    @TempDir
    private Path temp;

    private RealGrid grid = new RealGrid(Path.of("unset"));
    private Path disk = Path.of("unset");
    private @Nullable AgentChild agent;

    @BeforeEach
    void start_an_agent_on_a_small_disk() throws Exception {
        disk = Files.createDirectories(temp.resolve("agent"));
        assumeTrue(
                mount("mount", "-t", "tmpfs", "-o", "mode=755,size=" + SMALL, "tmpfs", disk) == 0,
                "skipped: only root can mount a small disk to fill it");
        grid = new RealGrid(temp).startServer();
        agent = grid.startAgent("agent", 1);
    }

    @AfterEach
    void kill_everything() throws Exception {
        grid.killAll();
        mount("umount", "-l", disk);
    }

    @Test
    void who_fills_the_disk_is_charged_and_a_full_one_takes_nothing_until_there_is_room() throws Exception {
        JobId culprit = grid.submit("--shell", "head -c 200000000 /dev/zero >big");
        RealGrid.until("it is blocked", () -> grid.tasks(culprit).get(0).state() == TaskState.BLOCKED);

        TaskRow.LastAttempt last = grid.tasks(culprit).get(0).last();
        assertThat(last).isNotNull();
        assertThat(last.cause()).as(last.detail()).isEqualTo(Outcome.OUT_OF_DISK);
        assertThat(grid.tasks(culprit).get(0).attempts()).isOne();

        fill(disk.resolve("filling"));
        RealGrid.until("people see it", () -> grid.well("node", "list").contains("disk-full"));
        JobId job = grid.submit("true");
        assertThat(grid.well("why", job)).contains("no disk space left");
        Files.delete(disk.resolve("filling"));
        grid.untilDone(job);

        assertThat(grid.tasks(job).get(0).attempts()).isOne();
        assertThat(grid.well("node", "list")).doesNotContain("disk-full");
    }

    @Test
    void an_agent_that_was_killed_starts_again_although_a_task_of_its_goes_on_filling_its_disk() throws Exception {
        AgentChild killed = Objects.requireNonNull(agent);
        JobId filling = grid.submit(
                "--shell",
                "touch ready; until [ -e go ]; do sleep 0.1; done; while :; do cat /dev/zero >>left 2>/dev/null; done");
        Path files = disk.resolve("work/" + filling + ".1-1/files");
        RealGrid.until("it runs", () -> Files.exists(files.resolve("ready")));
        killed.child().kill();
        Files.createFile(files.resolve("go"));
        RealGrid.until("the disk is full", () -> Files.getFileStore(disk).getUsableSpace() == 0);
        grid.well("cancel", filling);

        killed.start();

        grid.untilDone(grid.submit("true"));
    }

    private static void fill(Path file) throws IOException {
        byte[] some = new byte[1 << 16];
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int written = 0; written < SMALL; written += some.length) {
                out.write(some);
            }
        } catch (IOException full) {
            assertThat(file).exists();
        }
    }

    private int mount(Object... words) throws IOException, InterruptedException {
        return new Shell(temp).run(words).exit();
    }
}
