package org.gleaner.agent.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;
import static org.gleaner.agent.run.Attempts.shell;
import static org.gleaner.agent.run.Attempts.words;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.gleaner.agent.machine.Machine;
import org.gleaner.agent.sandbox.Confinement;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.OutputFile;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.Workplace;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Attempts that follow each other without a sandbox: the number of their parent tells who started them. */
@Timeout(900)
final class OpenRunnerComponentTest extends SharedRunner {
    private static final String PARENT = "echo $PPID; ";

    @BeforeEach
    void create(@TempDir Path directory) throws Exception {
        root = directory;
        use(Confinement.NONE);
        useGroups(null);
        assumeThat(attempts.context().confinement().takesRunners())
                .as("the kernel counts processes")
                .isTrue();
    }

    @Test
    void attempts_of_a_lane_have_one_parent_and_each_finds_all_as_the_first_one_did() throws Exception {
        InputFile input = attempts.input("data/in.txt", bytes("hello"), false);
        String look = PARENT + "find . $TMPDIR -mindepth 1 | sort; env | sort | grep -v GLEANER_; pwd; umask;"
                + " ulimit -a; cat data/in.txt; ";
        String litter = "touch a .b ..c $TMPDIR/a; mkdir -m 0 closed; ln -s /etc link; echo $GLEANER_ATTEMPT >out;"
                + " export LEFT=1; umask 077; ulimit -f 1000; cd /";
        Attempts.Task task = shell(look + litter).in(input).out(new OutputFile("out", false));

        AttemptReport one = run(task);
        AttemptReport second = run(task);

        assertThat(one.outcome()).as(one.detail()).isEqualTo(Outcome.DONE);
        assertThat(second.outcome()).as(second.detail()).isEqualTo(Outcome.DONE);
        assertThat(parentOf(one)).isNotEqualTo(pid());
        assertThat(parentOf(second)).isEqualTo(parentOf(one));
        assertThat(rest(one)).contains("./data/in.txt", "hello").doesNotContain("LEFT");
        assertThat(rest(second)).isEqualTo(rest(one));
        assertThat(text(second.outputs().files().get(0))).isEqualTo("7.3#2\n");
    }

    @Test
    void where_the_kernel_can_not_tell_what_is_left_each_is_started_by_itself() throws Exception {
        use(Confinement.NONE);

        assertThat(parentOf(run(shell(PARENT)))).isEqualTo(pid());
        assertThat(parentOf(run(shell(PARENT)))).isEqualTo(pid());
    }

    @Test
    void it_ends_as_it_would_by_itself() throws Exception {
        InputFile broken = attempts.input("broken.sh", bytes("#!/no/such/interpreter\n"), true);
        Map<String, String> odd = Map.of("code", "5", "RANDOM", "6", "order", "7", "IFS", "8", "PATH", "/bin");
        List<Attempts.Task> tasks = List.of(
                shell("exit 0"),
                shell("exit 42"),
                shell("kill -SEGV $$"),
                shell("kill -KILL $$"),
                shell("trap '' TERM; kill 0; exit 4"),
                words("no-such-command-anywhere"),
                words("./broken.sh").in(broken),
                words("/etc"),
                words("printenv", "code", "RANDOM", "order", "IFS", "PATH")
                        .at(new Workplace(odd, null, null, List.of(), false)),
                shell("exec >&- 2>&- <&-; exit 3"),
                shell("cat; echo end; ls /proc/self/fd; exec grep -E '^Sig(Blk|Ign|Cgt)' /proc/self/status"),
                shell("echo no").out(new OutputFile("missing", false)));

        for (Attempts.Task task : tasks) {
            AttemptReport own = attempts.run(task);
            AttemptReport shared = run(task);

            assertThat(shared.outcome()).as(task + shared.detail()).isEqualTo(own.outcome());
            assertThat(shared.exitCode()).isEqualTo(own.exitCode());
            assertThat(shared.detail()).isEqualTo(own.detail());
            assertThat(shared.tail()).isEqualTo(own.tail());
            assertThat(shared.stdout() == null ? "" : text(shared.stdout()))
                    .isEqualTo(own.stdout() == null ? "" : text(own.stdout()));
        }
    }

    @Test
    void what_a_task_leaves_running_is_dead_when_it_is_reported_and_nobody_follows_it() throws Exception {
        for (String left : List.of("(sleep 604.%d &)", "(setsid env -i sleep 604.%d &)", "(setsid sleep 604.%d &)")) {
            long before = parentOf(run(shell(PARENT)));
            AttemptReport report = run(shell(PARENT + left.formatted(pid())));

            assertThat(report.outcome()).as(left + report.detail()).isEqualTo(Outcome.DONE);
            assertThat(sleepers()).as(left).isEmpty();
            assertThat(parentOf(report)).as(left).isEqualTo(before);
            assertThat(parentOf(run(shell(PARENT)))).as(left).isNotEqualTo(before);
        }
    }

    @Test
    void whoever_changes_the_runner_or_what_all_share_changes_it_for_nobody_else() throws Exception {
        String look = PARENT + "ulimit -a; nice; taskset -p $$ | sed 's/.*://'; chrt -p $$ | sed 's/.*://';"
                + " stat -c '%a %U' . $TMPDIR; ls; touch x";
        AttemptReport clean = run(shell(look));

        for (String deed : List.of(
                "prlimit --pid $PPID --nofile=40:40",
                "renice -n 19 -p $PPID",
                "chrt -i -p 0 $PPID",
                "taskset -p 1 $PPID",
                "chmod 700 $TMPDIR",
                "chmod 711 .",
                "rm ../door/start; echo 'exit 5' >../door/start",
                "rm ../door/stdout; touch ../door/stdout")) {
            AttemptReport left = run(shell(deed));
            AttemptReport next = run(shell(look));

            assertThat(left.outcome()).as(deed + left.tail()).isEqualTo(Outcome.DONE);
            assertThat(next.outcome()).as(deed + next.detail()).isEqualTo(Outcome.DONE);
            assertThat(rest(next)).as(deed + next.tail()).isEqualTo(rest(clean));
        }
    }

    @Test
    void nothing_is_deleted_in_what_a_task_has_mounted() throws Exception {
        assumeThat(Machine.isRoot()).as("only root mounts").isTrue();
        Path others = Files.createDirectories(root.resolve("others"));
        Files.createFile(others.resolve("precious"));

        AttemptReport mounting = run(shell("mkdir here && mount --bind " + others + " here"));
        AttemptReport next = run(shell("ls"));

        assumeThat(mounting.outcome()).as(mounting.tail()).isEqualTo(Outcome.DONE);
        assertThat(text(next.stdout())).isEmpty();
        assertThat(others.resolve("precious")).exists();
    }

    @Test
    void one_that_is_stopped_or_takes_too_long_ends_alone() throws Exception {
        run(shell("true"));
        AttemptRun stubborn = prepare(shell("trap '' TERM; touch started; sleep 604." + pid() + "; sleep 602"));
        CompletableFuture<AttemptReport> end = inBackground(stubborn);
        await().atMost(Duration.ofMinutes(5)).until(() -> isStarted(stubborn));

        stubborn.stop(Duration.ofMillis(100));
        AttemptReport stopped = end.get(300, TimeUnit.SECONDS);
        AttemptReport late = run(shell("trap 'echo asked >&2; exit 4' TERM; sleep 604." + pid() + " & wait")
                .limit(Duration.ofSeconds(1)));
        AttemptReport next = run(shell(PARENT + "ls"));

        assertThat(stopped.outcome()).isEqualTo(Outcome.STOPPED);
        assertThat(late.outcome()).isEqualTo(Outcome.TIMED_OUT);
        assertThat(late.tail()).isEqualTo("asked");
        assertThat(sleepers()).isEmpty();
        assertThat(next.outcome()).isEqualTo(Outcome.DONE);
        assertThat(rest(next)).isEmpty();
    }

    @Test
    void one_that_stands_still_goes_on_where_it_was() throws Exception {
        run(shell("true"));
        AttemptRun run = prepare(shell("touch started; while [ ! -e go ]; do sleep 0.05; done; echo went"));
        CompletableFuture<AttemptReport> end = inBackground(run);
        await().atMost(Duration.ofMinutes(5)).until(() -> isStarted(run));

        run.suspend();
        await().atMost(Duration.ofMinutes(5)).until(() -> run.view().suspended());
        Written written = run.written();
        assertThat(written).isNotNull();
        Files.createFile(written.files().resolve("go"));
        run.resume();

        assertThat(text(end.get(300, TimeUnit.SECONDS).stdout())).isEqualTo("went\n");
        assertThat(text(run(shell("echo next")).stdout())).isEqualTo("next\n");
    }

    @Test
    void when_the_runner_is_killed_the_attempt_begins_again_by_itself_and_nothing_of_the_first_try_lives()
            throws Exception {
        long runner = parentOf(run(shell(PARENT)));
        AttemptRun run = prepare(shell(PARENT + "touch started; sleep 604." + pid()));
        CompletableFuture<AttemptReport> end = inBackground(run);
        await().atMost(Duration.ofMinutes(5)).until(() -> sleepers().size() == 1);
        List<Long> before = sleepers();

        assertThat(ProcessHandle.of(runner)).get().matches(ProcessHandle::destroyForcibly);
        await().atMost(Duration.ofMinutes(5))
                .until(() -> sleepers().size() == 1 && sleepers().stream().noneMatch(before::contains));
        sleepers().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
        AttemptReport report = end.get(300, TimeUnit.SECONDS);

        assertThat(parentOf(report)).isEqualTo(pid());
        assertThat(report.exitCode()).isEqualTo(137);
        assertThat(parentOf(run(shell(PARENT)))).isNotIn(pid(), runner);
    }

    @Test
    void nobody_shares_with_another_owner_or_another_kind_of_task() throws Exception {
        Attempts.Task task = shell(PARENT);
        long anns = parentOf(run(task, new Owner("ann")));

        assertThat(parentOf(run(task, new Owner("bob")))).isNotEqualTo(anns);
        assertThat(parentOf(run(task.needs(new Requirements(1, null)), new Owner("ann"))))
                .isNotEqualTo(anns);
        assertThat(parentOf(run(task, new Owner("ann")))).isEqualTo(anns);
        runners.beginEra();
        assertThat(parentOf(run(task, new Owner("ann")))).isNotEqualTo(anns);
    }

    @Test
    void who_wants_more_memory_than_declared_is_ended_and_the_next_attempt_has_all_of_it() throws Exception {
        Requirements little = new Requirements(1, MemorySize.parse("60M"));

        AttemptReport hog = run(shell("head -c 200000000 /dev/zero | tail -c 190000000 >/dev/null")
                .needs(little));
        AttemptReport next = run(
                shell("head -c 20000000 /dev/zero | tail -c 19000000 | wc -c").needs(little));

        assertThat(hog.outcome()).as(hog.detail()).isEqualTo(Outcome.OUT_OF_MEMORY);
        assertThat(next.outcome()).as(next.detail()).isEqualTo(Outcome.DONE);
    }

    @Test
    void when_all_is_over_neither_a_process_nor_a_file_is_left() throws Exception {
        long runner = parentOf(run(shell(PARENT)));
        run(shell("sleep 604." + pid() + " &"));

        runners.close();

        assertThat(attempts.context().work()).isEmptyDirectory();
        assertThat(sleepers()).isEmpty();
        assertThat(ProcessHandle.of(runner)).isEmpty();
    }

    private static List<Long> sleepers() {
        String own = "604." + pid();
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .arguments()
                        .map(words -> words.length == 1 && own.equals(words[0]))
                        .orElse(false))
                .map(ProcessHandle::pid)
                .toList();
    }

    private static long parentOf(AttemptReport report) {
        return Long.parseLong(text(report.stdout()).lines().findFirst().orElse("0"));
    }

    /** Without its first line. */
    private static String rest(AttemptReport report) {
        String text = text(report.stdout());
        return text.substring(text.indexOf('\n') + 1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
