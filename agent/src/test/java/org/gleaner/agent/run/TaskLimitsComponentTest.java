package org.gleaner.agent.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.gleaner.agent.run.Attempts.shell;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.gleaner.agent.sandbox.Confinement;
import org.gleaner.agent.sandbox.ControlGroup;
import org.gleaner.agent.sandbox.ControlGroups;
import org.gleaner.agent.sandbox.DiskRoom;
import org.gleaner.agent.sandbox.Exceeded;
import org.gleaner.agent.sandbox.Fence;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.OutputFile;
import org.gleaner.core.job.Platform;
import org.gleaner.core.job.Requirements;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Attempts that take more memory or disk than they declared, with the kernel's limits and without. */
@Timeout(900)
final class TaskLimitsComponentTest {
    /** Takes 300 MB and keeps them. */
    private static final String HOG = "head -c 300000000 /dev/zero | tail -c 299999999 | (sleep 30; cat >/dev/null)";

    /** Wants as much, and ends as the process that wanted it does. */
    private static final String GREEDY = "head -c 300000000 /dev/zero | tail -c 299999999 >/dev/null";

    /** Reads from a page of zeros in each of many pieces of 2 MB: next to nothing is resident but 200 MB of places. */
    private static final String PAGE_TABLES = "perl -e '$map = `uname -m` =~ /x86/ ? 9 : 222;"
            + " $at = syscall($map, 0, 100 << 30, 1, 0x4022, -1, 0);"
            + " unpack(q(P1), pack(q(Q), $at + ($_ << 21))) for 0..51199; sleep 30'";

    /** Wants 2 000 processes that wait; fails as soon as it can't have one. */
    private static final String FORKS = forks(2000);

    private static final MemorySize LIMIT = MemorySize.parse("60M");

    @TempDir
    private Path root;

    private @Nullable ControlGroups groups;

    @AfterEach
    void removeGroups() {
        if (groups != null) {
            ControlGroups.cleanUp(groups.roots());
            assertThat(groups.roots()).noneMatch(Files::exists);
        }
    }

    @Test
    void the_kernel_ends_a_task_that_wants_more_memory_than_it_declared() throws Exception {
        Attempts attempts = new Attempts(root, false, limited(Confinement.NONE));

        AttemptReport report = attempts.run(shell(GREEDY).needs(memory(LIMIT)));

        assertThat(report.outcome()).as(report.detail()).isEqualTo(Outcome.OUT_OF_MEMORY);
        assertThat(report.detail()).isEqualTo("it used all 60 MB of memory that it declared and tried to use more");
        assertThat(report.usage().peak()).isGreaterThanOrEqualTo(LIMIT);
    }

    @Test
    void the_kernel_does_so_in_a_sandbox_too_and_counts_cpu_time() throws Exception {
        Attempts attempts = new Attempts(root, false, limited(SandboxComponentTest.sandboxed(root, Fence.DEFAULT)));

        AttemptReport hog = attempts.run(shell(GREEDY).needs(memory(LIMIT)));
        AttemptReport busy = attempts.run(shell("i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done"));

        assertThat(hog.outcome()).as(hog.detail()).isEqualTo(Outcome.OUT_OF_MEMORY);
        assertThat(busy.outcome()).isEqualTo(Outcome.DONE);
        assertThat(busy.usage().cpu()).isGreaterThan(Duration.ofMillis(20));
    }

    @Test
    void a_task_that_is_killed_by_somebody_is_not_out_of_memory() throws Exception {
        Attempts attempts = new Attempts(root, false, limited(Confinement.NONE));

        AttemptReport report = attempts.run(shell("kill -9 $$").needs(memory(LIMIT)));

        assertThat(report.outcome()).isEqualTo(Outcome.EXITED);
        assertThat(report.detail()).isEqualTo("exit code 137 (signal 9)");
    }

    @Test
    void without_control_groups_the_memory_of_the_whole_tree_is_watched() throws Exception {
        Attempts attempts = new Attempts(root);

        AttemptReport report = sampled(attempts, shell("true; (" + HOG + ")").needs(memory(LIMIT)));

        assertThat(report.outcome()).as(report.detail()).isEqualTo(Outcome.OUT_OF_MEMORY);
        assertThat(report.detail()).matches("it used [0-9.]+ [MG]B of memory, more than its limit of 60 MB");
        assertThat(report.usage().peak()).isGreaterThan(LIMIT);
    }

    @Test
    void without_control_groups_page_tables_count_as_memory() throws Exception {
        Attempts attempts = new Attempts(root);

        AttemptReport report = sampled(attempts, shell(PAGE_TABLES).needs(memory(LIMIT)));

        assertThat(report.outcome()).as(report.detail() + report.tail()).isEqualTo(Outcome.OUT_OF_MEMORY);
    }

    @Test
    void without_control_groups_nothing_is_kept_in_semaphores_and_message_queues() throws Exception {
        Attempts attempts = new Attempts(root, false, SandboxComponentTest.sandboxed(root, Fence.DEFAULT));
        String failsIfMade = "perl -e 'exit(defined semget(0, 9, 01600) || defined msgget(0, 01600))'";

        AttemptReport report = attempts.run(shell(failsIfMade).needs(memory(LIMIT)));

        assertThat(report.outcome()).as(report.detail() + report.tail()).isEqualTo(Outcome.DONE);
    }

    @Test
    void the_kernel_refuses_a_task_more_processes_than_it_may_have() throws Exception {
        Attempts attempts = new Attempts(root, false, limited(SandboxComponentTest.sandboxed(root, Fence.DEFAULT)));

        AttemptReport report = alone(() -> attempts.run(shell(FORKS).needs(new Requirements(1, null))));

        assertThat(report.outcome()).isEqualTo(Outcome.EXITED);
        assertThat(report.detail())
                .isEqualTo("it tried to run more than 1000 processes and threads at once (1000 per core, --cores)");
    }

    @Test
    void a_task_that_ends_well_without_the_processes_that_it_was_refused_is_told_so() throws Exception {
        Attempts attempts = new Attempts(root, false, limited(SandboxComponentTest.sandboxed(root, Fence.DEFAULT)));

        AttemptReport report =
                alone(() -> attempts.run(shell("(" + FORKS + "); exit 0").needs(new Requirements(1, null))));

        assertThat(report.outcome()).as(report.detail()).isEqualTo(Outcome.DONE);
        assertThat(report.detail()).startsWith("it tried to run more than 1000 processes and threads");
    }

    @Test
    void without_control_groups_the_processes_of_the_whole_tree_are_watched() throws Exception {
        Attempts attempts = new Attempts(root, false, SandboxComponentTest.sandboxed(root, Fence.DEFAULT));
        // With one core the kernel, which counts all tasks of the machine together, comes before anybody looks.
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1);

        AttemptReport report =
                alone(() -> sampled(attempts, shell(forks(1300) + "; sleep 30").needs(new Requirements(1, null))));

        assertThat(report.outcome()).isEqualTo(Outcome.EXITED);
        assertThat(report.detail())
                .matches("it had [0-9]+ processes and threads at once, more than its limit of 1000"
                        + " \\(1000 per core, --cores\\)");
    }

    @Test
    void without_control_groups_no_memory_is_out_of_sight() throws Exception {
        Attempts attempts = new Attempts(root, false, SandboxComponentTest.sandboxed(root, Fence.DEFAULT));

        AttemptReport report = attempts.run(shell("head -c 100000000 /dev/zero >/dev/shm/x; stat -c %s /dev/shm/x")
                .needs(memory(LIMIT)));

        assertThat(report.outcome()).as(report + "").isEqualTo(Outcome.DONE);
        assertThat(report.tail()).contains("No space left on device");
    }

    @Test
    void a_task_that_fills_its_directory_beyond_what_it_declared_is_ended() throws Exception {
        Attempts attempts = new Attempts(root);

        AttemptReport report = sampled(
                attempts,
                shell("mkdir d; head -c 3000000 /dev/zero >d/big; head -c 3000000 /dev/zero >$TMPDIR/big; sleep 30")
                        .needs(new Requirements(1, null, MemorySize.parse("5M"), Platform.ANY)));

        assertThat(report.outcome()).as(report.detail()).isEqualTo(Outcome.OUT_OF_DISK);
        assertThat(report.detail()).matches("it used [0-9.]+ MB of disk, more than its limit of 5 MB");
        assertThat(attempts.context().work()).isEmptyDirectory();
    }

    @Test
    void what_a_task_leaves_in_its_control_group_or_in_one_below_ends_with_it() throws Exception {
        Attempts attempts = new Attempts(root, false, limited(Confinement.NONE));
        Path left = root.resolve("left");
        // Nothing but the group tells whose they are: another session, no parent, an empty environment.
        String hidden = "setsid env -i /bin/sh -c 'sleep 600 >/dev/null 2>&1 & echo $!' >>" + left + "; ";

        AttemptReport report = attempts.run(shell(hidden + hidden
                + "below=$(echo " + open().roots().get(0) + "/*/)below; mkdir $below; tail -n 1 " + left
                + " >$below/cgroup.procs"));

        assertThat(report.outcome()).as(report.detail()).isEqualTo(Outcome.DONE);
        List<Long> pids = Files.readAllLines(left).stream().map(Long::parseLong).toList();
        assertThat(pids).hasSize(2);
        assertThat(attempts.table.read()).noneMatch(entry -> pids.contains(entry.pid()));
    }

    @Test
    void what_an_agent_that_was_killed_left_in_its_groups_is_killed_and_the_groups_removed() throws Exception {
        ControlGroups left = open();
        ControlGroup group = left.create("7.3-2", memory(LIMIT));
        String line = StartScript.enter(group.members()) + "exec sleep 600";
        Process orphan = new ProcessBuilder("/bin/sh", "-c", line).start();

        ControlGroups.cleanUp(left.roots());

        assertThat(orphan.waitFor(300, TimeUnit.SECONDS)).isTrue();
        assertThat(left.roots()).noneMatch(Files::exists);
    }

    @Test
    void who_fills_the_disk_is_charged_and_who_meets_a_full_one_is_not() throws Exception {
        try (SmallDisk disk = new SmallDisk(root.resolve("small"))) {
            String fill = "head -c 30000000 /dev/zero >big || { echo no space >&2; exit 4; }";

            AttemptReport culprit = disk.attempts.run(shell(fill));
            boolean lowAfterwards = disk.room.isLow();
            AttemptReport own = disk.attempts.run(shell("exit 4"));
            AttemptReport victim =
                    disk.attempts.run(shell("cp /dev/zero '" + disk.place + "/filling'; echo more >some || exit 4"));

            assertThat(culprit.outcome()).as(culprit.detail()).isEqualTo(Outcome.OUT_OF_DISK);
            assertThat(culprit.detail()).contains("it filled the node's disk with", "--disk");
            assertThat(lowAfterwards).isFalse();
            assertThat(own.outcome()).isEqualTo(Outcome.EXITED);
            assertThat(victim.outcome()).as(victim.detail()).isEqualTo(Outcome.RETURNED);
            assertThat(victim.detail()).startsWith("the node's disk was full: 0 B free");
            assertThat(disk.told).hasValue(1);
            assertThat(disk.room.isShort()).isTrue();
            assertThat(disk.room.free()).isEqualTo(MemorySize.ZERO);
        }
    }

    @Test
    void who_meets_a_disk_without_inodes_is_given_back_also_if_its_command_ends_well() throws Exception {
        try (SmallDisk disk = new SmallDisk(root.resolve("small"))) {
            assumeThat(run("mount", "-o", "remount,nr_inodes=1000", disk.place.toString()))
                    .as("the inodes of the small disk could not be limited")
                    .isZero();
            String use = "mkdir -p '" + disk.place + "/others'; while true >'" + disk.place
                    + "/others/'$i; do i=$((i+1)); done; echo more >some";

            AttemptReport well =
                    disk.attempts.run(shell("i=0; " + use + "; exit 0").out(new OutputFile("some", false)));
            AttemptReport failed = disk.attempts.run(shell("i=2000; " + use + " || exit 4"));

            for (AttemptReport report : List.of(well, failed)) {
                assertThat(report.outcome()).as(report.detail()).isEqualTo(Outcome.RETURNED);
                assertThat(report.detail())
                        .startsWith("the node's disk was full: ")
                        .contains("takes no more files (its inodes, see df -i, or a quota are used up)");
            }
            assertThat(disk.told).hasValue(2);
            assertThat(disk.room.isShort()).isTrue();
            assertThat(disk.room.hasRecovered()).isFalse();
        }
    }

    @Test
    void a_task_that_fills_the_disk_and_stays_is_ended_and_its_neighbour_is_left_alone() throws Exception {
        try (SmallDisk disk = new SmallDisk(root.resolve("small"))) {
            disk.room.divideAmong(2);

            AttemptReport report = sampled(disk.attempts, shell("head -c 30000000 /dev/zero >big; sleep 50"));

            assertThat(report.outcome()).as(report.detail()).isEqualTo(Outcome.OUT_OF_DISK);
            assertThat(disk.told).hasValue(0);
        }
    }

    @Test
    void inputs_that_can_not_fit_are_charged_and_others_that_meet_a_full_disk_are_not() throws Exception {
        try (SmallDisk disk = new SmallDisk(root.resolve("small"))) {
            DiskShare share = new DiskShare(Requirements.ONE_CORE, disk.room, disk.place.resolve("none"));

            Exceeded large = share.verdict(MemorySize.parse("1G"), "java.io.IOException: No space left on device");
            Exceeded small = share.verdict(MemorySize.parse("1K"), "java.io.IOException: No space left on device");
            Exceeded other = share.verdict(MemorySize.parse("1K"), "error=2, No such file or directory");

            assertThat(large).isNotNull();
            assertThat(large.outcome()).isEqualTo(Outcome.OUT_OF_DISK);
            assertThat(small).isNotNull();
            assertThat(small.outcome()).isEqualTo(Outcome.RETURNED);
            assertThat(other).isNull();
        }
    }

    /** A disk of 16 MB, which only root can mount. */
    private static final class SmallDisk implements AutoCloseable {
        final Path place;
        final DiskRoom room;
        final Attempts attempts;
        final AtomicInteger told = new AtomicInteger();

        SmallDisk(Path place) throws IOException, InterruptedException {
            this.place = Files.createDirectories(place);
            assumeThat(run("mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", place.toString()))
                    .as("only root can mount a small disk to fill it")
                    .isZero();
            room = new DiskRoom(place);
            room.whenFull(told::incrementAndGet);
            attempts = new Attempts(place, false, new Confinement(null, null, room, List.of(), List.of()));
        }

        @Override
        public void close() throws IOException {
            try {
                run("umount", "-l", place.toString());
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static int run(String... words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return process.waitFor();
    }

    /** What the thread that samples does in an agent. */
    private static AttemptReport sampled(Attempts attempts, Attempts.Task task)
            throws InterruptedException, ExecutionException, IOException {
        AttemptRun run = attempts.prepare(task);
        CompletableFuture<AttemptReport> end = CompletableFuture.supplyAsync(() -> {
            try {
                return run.run();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        });
        while (true) {
            run.supervision().sample(attempts.table.read());
            try {
                return end.get(50, TimeUnit.MILLISECONDS);
            } catch (TimeoutException notYet) {
                // Look again.
            }
        }
    }

    private static Requirements memory(MemorySize size) {
        return new Requirements(1, size);
    }

    private ControlGroups open() throws IOException {
        try {
            groups = ControlGroups.open(
                    Path.of("/sys/fs/cgroup"),
                    Path.of("/proc/self/cgroup"),
                    "gleaner-test-" + ProcessHandle.current().pid(),
                    ControlGroups.Weight.LOWEST);
            return groups;
        } catch (ControlGroups.NoGroups none) {
            assumeThat(true).as("no control groups here: " + none.getMessage()).isFalse();
            throw new IllegalStateException(none);
        }
    }

    private Confinement limited(Confinement other) throws IOException {
        return new Confinement(other.sandbox(), open(), null, List.of(), other.hidden());
    }

    /** The kernel counts the processes of all tasks of a machine together: only one test at a time has very many. */
    private static AttemptReport alone(Callable<AttemptReport> run) throws Exception {
        Path lock = Path.of(System.getProperty("java.io.tmpdir"), "gleaner-many-processes.lock");
        try (FileChannel file = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock only = file.lock()) {
            assertThat(only.isValid()).isTrue();
            return run.call();
        }
    }

    private static String forks(int many) {
        return "i=0; while [ $i -lt " + many + " ]; do sleep 30 & i=$((i+1)); done";
    }
}
