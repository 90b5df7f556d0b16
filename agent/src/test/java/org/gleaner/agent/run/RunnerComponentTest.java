package org.gleaner.agent.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.gleaner.agent.run.Attempts.shell;
import static org.gleaner.agent.run.Attempts.words;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.gleaner.agent.machine.Machine;
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

/**
 * Attempts that follow each other in one real sandbox. Its processes have small numbers: that of the first command
 * follows those of the sandbox and the runner, and so a command's number tells whether somebody was there before.
 */
@Timeout(900)
final class RunnerComponentTest extends SharedSandbox {
    private static final String NUMBER = "echo $$; ";

    private int first;

    @BeforeEach
    void look() throws Exception {
        first = Machine.isRoot() ? 3 : 2;
    }

    @Test
    void attempts_of_a_lane_share_a_sandbox_and_each_finds_it_as_the_first_one_did() throws Exception {
        InputFile input = attempts.input("data/in.txt", bytes("hello"), false);
        String look = NUMBER + "find /task /tmp /dev/shm -mindepth 1 | sort; env | sort | grep -v GLEANER_; pwd; umask;"
                + " ulimit -a; set -- /proc/[0-9]*; echo $#; cat data/in.txt; ";
        String litter = "touch a .b ..c /tmp/a /tmp/.b; mkdir -m 0 closed; ln -s /etc link; echo $GLEANER_ATTEMPT >out;"
                + " export LEFT=1; umask 077; ulimit -f 1000; cd /tmp; (sleep 600 &) ; (setsid sleep 600 &)";
        Attempts.Task task = shell(look + litter).in(input).out(new OutputFile("out", false));

        AttemptReport one = run(task);
        AttemptReport second = run(task);

        assertThat(one.outcome()).as(one.detail()).isEqualTo(Outcome.DONE);
        assertThat(second.outcome()).as(second.detail()).isEqualTo(Outcome.DONE);
        assertThat(numberOf(one)).isEqualTo(first);
        assertThat(numberOf(second)).isGreaterThan(first);
        assertThat(rest(one)).contains("/task/data/in.txt", "hello").doesNotContain("LEFT");
        assertThat(rest(second)).isEqualTo(rest(one));
        assertThat(text(second.outputs().files().get(0))).isEqualTo("7.3#2\n");
    }

    @Test
    void it_ends_as_it_would_in_a_sandbox_of_its_own() throws Exception {
        InputFile broken = attempts.input("broken.sh", bytes("#!/no/such/interpreter\n"), true);
        Map<String, String> odd = Map.of("code", "5", "RANDOM", "6", "order", "7", "IFS", "8", "PATH", "/bin");
        List<Attempts.Task> tasks = List.of(
                shell("exit 0"),
                shell("exit 42"),
                shell("kill -SEGV $$"),
                shell("kill -KILL $$"),
                words("no-such-command-anywhere"),
                words("./broken.sh").in(broken),
                words("/etc"),
                words("printenv", "code", "RANDOM", "order", "IFS", "PATH")
                        .at(new Workplace(odd, null, null, List.of(), false)),
                shell("exec >&- 2>&- <&-; exit 3"),
                shell("cat; echo end; exec grep -E '^Sig(Blk|Ign|Cgt)' /proc/self/status"),
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
    void a_task_reaches_neither_the_runner_nor_its_pipes() throws Exception {
        String signals = "for s in $(seq 1 64); do kill -$s 1; done; trap '' TERM INT HUP; kill 0; kill -INT 0;"
                + " kill -HUP $PPID; kill -TERM $PPID; kill -USR1 $PPID; kill -TSTP $PPID;"
                + " for s in $(seq 34 64); do kill -$s $PPID; done; ";
        String files = "for p in 1 $PPID; do for f in 0 1 2 10 11; do echo '1 0 clean' >/proc/$p/fd/$f;"
                + " cat /proc/$p/fd/$f; done; ls /proc/$p/fd; echo x >/proc/$p/mem; cat /proc/$p/environ /proc/$p/maps;"
                + " done; cat /runner/sh | wc -c; ls /proc/self/fd | tr '\\n' ' '; ";
        String names = "rm -f /runner/stdout /runner/start; echo 'exit 5' >/runner/start; chmod 777 /runner/sh"
                + " /runner/start; ln -sf /etc/passwd /runner/stderr; mv /runner /task; umount /task; ";

        AttemptReport attack = run(shell("{ " + signals + files + names + "} 2>/dev/null; exit 7"));
        AttemptReport next = run(shell(NUMBER + "ls -l /runner >&2; exit 8"));

        assertThat(attack.exitCode()).as(attack.tail()).isEqualTo(7);
        assertThat(text(attack.stdout())).isEqualTo("0\n0 1 2 3 ");
        assertThat(next.exitCode()).isEqualTo(8);
        assertThat(numberOf(next)).isGreaterThan(first);
        assertThat(next.tail()).contains("---x--x--x").contains("-rw------- ");
    }

    @Test
    void a_task_can_not_trace_the_runner() throws Exception {
        String trace = "perl -e '$call = `uname -m` =~ /aarch64/ ? 117 : 101;"
                + " for $pid (1, getppid) { for $way (16, 0x4206) { print syscall($call, $way, $pid, 0, 0), \" \" } }'";

        AttemptReport attack = run(shell("exec " + trace));
        AttemptReport next = run(shell(NUMBER));

        assertThat(text(attack.stdout())).as(attack.tail()).isEqualTo("-1 -1 -1 -1 ");
        assertThat(numberOf(next)).isGreaterThan(first);
    }

    @Test
    void who_kills_or_stops_the_runner_harms_only_itself() throws Exception {
        try (Runs runs = runs()) {
            runs.startSampling();
            AttemptReport stopping = next(runs, shell("kill -STOP $PPID; kill -STOP 1; exit 5"), true);
            AttemptReport killing = next(runs, shell("kill -KILL $PPID; kill -KILL 1; exit 6"), true);
            AttemptReport next = next(runs, shell("exit 8"), true);

            assertThat(stopping.exitCode()).isEqualTo(5);
            assertThat(killing.exitCode()).isIn(6, 137);
            assertThat(next.exitCode()).isEqualTo(8);
        }
    }

    @Test
    void what_outlives_a_process_beside_files_is_not_there_for_the_next() throws Exception {
        String look = NUMBER + "ls -A /dev/shm /dev/mqueue; wc -l </proc/sysvipc/shm; wc -l </proc/sysvipc/sem;"
                + " wc -l </proc/sysvipc/msg";
        AttemptReport clean = run(shell(look));

        for (String litter : List.of("touch /dev/shm/.x", "ipcmk -M 1000", "ipcmk -S 3", "ipcmk -Q")) {
            AttemptReport left = run(shell(litter));
            AttemptReport next = run(shell(look));

            assertThat(left.outcome()).as(litter + left.tail()).isEqualTo(Outcome.DONE);
            assertThat(rest(next)).as(litter).isEqualTo(rest(clean));
            assertThat(numberOf(next)).as(litter).isEqualTo(first);
        }
    }

    @Test
    void whoever_changes_the_runner_itself_changes_it_for_nobody_else() throws Exception {
        String look = NUMBER + "ulimit -a; nice; taskset -p $$ | sed 's/.*://'; chrt -p $$ | sed 's/.*://'";
        AttemptReport clean = run(shell(look));

        for (String deed : List.of(
                "prlimit --pid $PPID --nofile=40:40",
                "prlimit --pid $PPID --nproc=1:1",
                "renice -n 19 -p $PPID",
                "chrt -i -p 0 $PPID",
                "taskset -p 1 $PPID")) {
            AttemptReport left = run(shell(deed));
            AttemptReport next = run(shell(look));

            assertThat(left.outcome()).as(deed + left.tail()).isEqualTo(Outcome.DONE);
            assertThat(rest(next)).as(deed + next.tail()).isEqualTo(rest(clean));
        }
    }

    @Test
    void a_port_that_a_task_has_used_is_free_for_the_next() throws Exception {
        String serve = NUMBER + "perl -MIO::Socket::INET -e '$l = IO::Socket::INET->new(Listen => 1,"
                + " LocalAddr => \"127.0.0.1:7777\", ReuseAddr => 0) or die $!;"
                + " $c = IO::Socket::INET->new(\"127.0.0.1:7777\") or die; $s = $l->accept; close $s; <$c>'";

        AttemptReport one = run(shell(serve));
        AttemptReport second = run(shell(serve));

        assertThat(one.outcome()).as(one.tail()).isEqualTo(Outcome.DONE);
        assertThat(second.outcome()).as(second.tail()).isEqualTo(Outcome.DONE);
        assertThat(numberOf(second)).isEqualTo(first);
    }

    @Test
    void whoever_bends_what_all_share_leaves_no_trace() throws Exception {
        Attempts.Task look = shell(NUMBER + "stat -c '%a %U' /task /tmp /runner/stdout /runner/stderr; touch /task/x");
        AttemptReport clean = run(look);

        for (String bent :
                List.of("chmod 0 /task", "chmod 700 /tmp", "chmod 0 /runner/stdout", "chmod 4 /runner/stderr")) {
            run(shell(bent));
            AttemptReport next = run(look);

            assertThat(next.outcome()).as(bent + next.detail()).isEqualTo(Outcome.DONE);
            assertThat(rest(next)).as(bent).isEqualTo(rest(clean));
        }
    }

    @Test
    void what_is_too_long_to_travel_inside_of_a_report_is_the_attempts_own() throws Exception {
        Attempts.Task task = shell("yes $GLEANER_ATTEMPT | head -c 100000; echo end >&2");

        AttemptReport one = run(task);
        AttemptReport second = run(task);

        assertThat(Files.readString(file(one, one.stdout()))).hasSize(100_000).startsWith("7.3#1\n7.3#1\n");
        assertThat(Files.readString(file(second, second.stdout())))
                .hasSize(100_000)
                .startsWith("7.3#2\n7.3#2\n");
    }

    @Test
    void one_that_is_stopped_or_takes_too_long_ends_alone() throws Exception {
        run(shell("true"));
        AttemptRun stubborn = prepare(shell("trap '' TERM; touch started; sleep 601; sleep 602"));
        CompletableFuture<AttemptReport> end = inBackground(stubborn);
        await().atMost(Duration.ofMinutes(5)).until(() -> isStarted(stubborn));

        stubborn.stop(Duration.ofMillis(100));
        AttemptReport stopped = end.get(300, TimeUnit.SECONDS);
        AttemptReport late = run(
                shell("trap 'echo asked >&2; exit 4' TERM; sleep 603 & wait").limit(Duration.ofSeconds(1)));
        AttemptReport next = run(shell(NUMBER + "ls"));

        assertThat(stopped.outcome()).isEqualTo(Outcome.STOPPED);
        assertThat(late.outcome()).isEqualTo(Outcome.TIMED_OUT);
        assertThat(late.tail()).isEqualTo("asked");
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
        AttemptReport report = end.get(300, TimeUnit.SECONDS);
        AttemptReport next = run(shell("echo next"));

        assertThat(text(report.stdout())).isEqualTo("went\n");
        assertThat(text(next.stdout())).isEqualTo("next\n");
    }

    @Test
    void nobody_shares_with_another_owner_or_another_kind_of_task() throws Exception {
        Owner ann = new Owner("ann");
        Owner bob = new Owner("bob");
        Attempts.Task task = shell(NUMBER);

        assertThat(numberOf(run(task, ann))).isEqualTo(first);
        assertThat(numberOf(run(task, bob))).isEqualTo(first);
        assertThat(numberOf(run(task, ann))).isGreaterThan(first);
        assertThat(numberOf(run(task.network(), ann))).isEqualTo(first);
        assertThat(numberOf(run(task.needs(new Requirements(1, null)), ann))).isEqualTo(first);
        assertThat(numberOf(run(task, null))).isEqualTo(first);
    }

    @Test
    void when_the_node_gets_another_name_nobody_follows_an_attempt_of_before() throws Exception {
        Attempts.Task task = shell(NUMBER);
        run(task);
        AttemptRun running = prepare(shell("touch started; while [ ! -e go ]; do sleep 0.05; done"));
        CompletableFuture<AttemptReport> end = inBackground(running);
        await().atMost(Duration.ofMinutes(5)).until(() -> isStarted(running));

        runners.beginEra();
        Written written = running.written();
        assertThat(written).isNotNull();
        Files.createFile(written.files().resolve("go"));
        end.get(300, TimeUnit.SECONDS);

        assertThat(numberOf(run(task))).isEqualTo(first);
        assertThat(numberOf(run(task))).isGreaterThan(first);
    }

    @Test
    void when_the_sandbox_is_killed_from_outside_the_attempt_begins_again_by_itself_and_once() throws Exception {
        run(shell("true"));
        AttemptRun run = prepare(shell("touch started; (setsid env -i sleep 604." + pid() + " &); sleep 605." + pid()));
        CompletableFuture<AttemptReport> end = inBackground(run);
        List<Long> before = pairAfter(List.of(), end);

        killSandboxes();
        pairAfter(before, end);
        killSandboxes();

        assertThat(end.get(100, TimeUnit.SECONDS).exitCode())
                .as("now its own end")
                .isEqualTo(137);
        await().atMost(Duration.ofMinutes(5)).until(() -> sleepers().isEmpty());
        assertThat(numberOf(run(shell(NUMBER)))).isEqualTo(first);
    }

    @Test
    void who_wants_more_memory_than_declared_is_ended_and_the_next_attempt_has_all_of_it() throws Exception {
        useGroups();
        Requirements little = new Requirements(1, MemorySize.parse("60M"));
        Attempts.Task hog = shell("head -c 200000000 /dev/zero | tail -c 190000000 >/dev/null")
                .needs(little);

        AttemptReport busy =
                run(shell("i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done").needs(little));
        AttemptReport short1 = run(hog);
        AttemptReport next = run(shell(NUMBER + "head -c 20000000 /dev/zero | tail -c 19000000 | wc -c")
                .needs(little));

        assertThat(busy.usage().cpu()).isPositive();
        assertThat(short1.outcome()).as(short1.detail()).isEqualTo(Outcome.OUT_OF_MEMORY);
        assertThat(next.outcome()).as(next.detail()).isEqualTo(Outcome.DONE);
        assertThat(next.usage().cpu()).isLessThan(busy.usage().cpu().plusSeconds(60));
        assertThat(numberOf(next)).isEqualTo(first);
    }

    @Test
    void when_all_is_over_neither_a_process_nor_a_file_is_left() throws Exception {
        run(shell("echo one"));
        run(shell("echo two; sleep 604." + pid() + " &"));

        runners.close();

        assertThat(attempts.context().work()).isEmptyDirectory();
        assertThat(sleepers()).isEmpty();
    }

    /** Two that sleep, and no longer any of these; an attempt that ends instead tells why. */
    private static List<Long> pairAfter(List<Long> before, CompletableFuture<AttemptReport> end) {
        AtomicReference<List<Long>> found = new AtomicReference<>(List.of());
        await().atMost(Duration.ofMinutes(5)).until(() -> {
            found.set(sleepers());
            return end.isDone()
                    || (found.get().size() == 2 && found.get().stream().noneMatch(before::contains));
        });
        assertThat(end.getNow(null))
                .as("it sleeps in pairs until its sandbox is killed")
                .isNull();
        return found.get();
    }

    private static void killSandboxes() {
        ProcessHandle.current()
                .children()
                .filter(child -> child.info().command().orElse("").endsWith("bwrap"))
                .forEach(ProcessHandle::destroyForcibly);
    }

    private static List<Long> sleepers() {
        List<String> own = List.of("604." + pid(), "605." + pid());
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .arguments()
                        .map(words -> words.length == 1 && own.contains(words[0]))
                        .orElse(false))
                .map(ProcessHandle::pid)
                .toList();
    }

    private int numberOf(AttemptReport report) throws IOException {
        return Integer.parseInt(text(report.stdout()).lines().findFirst().orElse("0"));
    }

    /** Without its first line. */
    private String rest(AttemptReport report) throws IOException {
        String text = text(report.stdout());
        return text.substring(text.indexOf('\n') + 1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
