package org.gleaner.agent.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;
import static org.gleaner.agent.run.Attempts.serving;
import static org.gleaner.agent.run.Attempts.shell;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.gleaner.agent.sandbox.Confinement;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.OutputFile;
import org.gleaner.core.job.Requirements;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A command that goes on with the next task by itself, in a real sandbox. It is a shell that does what each task's own
 * file says and prints how many tasks it has done; so what a task does to it is done by the command itself.
 */
@Timeout(900)
final class ServingComponentTest extends SharedSandbox {
    private static final String PROGRAM = """
            order=1
            count=0
            answer() { printf '%s 0 %s\\n0m0.000s 0m0.000s\\n0m0.000s 0m0.000s\\n' "$1" "$2" >&4; }
            while :; do
              count=$((count + 1))
              echo $count
              rm -rf out
              . $GLEANER_SERVE/calls
              answer $order ${state:-clean}
              read -r order <&3 || exit
            done
            """;

    @Test
    void one_command_does_task_after_task_each_with_its_own_files_and_without_another_start() throws Exception {
        String deed = "cat $GLEANER_SERVE/own.txt >out; echo \"$GLEANER_JOB $GLEANER_TASK$GLEANER_ATTEMPT.\" >&2";

        AttemptReport one = run(task(deed).own(calls(deed), input("own.txt", "first")));
        AttemptReport second = run(task(deed).own(calls(deed), input("own.txt", "second")));

        assertThat(one.outcome()).as(one.detail() + one.tail()).isEqualTo(Outcome.DONE);
        assertThat(second.outcome()).as(second.detail() + second.tail()).isEqualTo(Outcome.DONE);
        assertThat(text(one.stdout())).isEqualTo("1\n");
        assertThat(text(second.stdout())).isEqualTo("2\n");
        assertThat(text(one.outputs().files().get(0))).isEqualTo("first");
        assertThat(text(second.outputs().files().get(0))).isEqualTo("second");
        assertThat(second.tail()).as("variables tell nothing of one task").isEqualTo("7 .");
    }

    @Test
    void a_jvm_that_serves_stays_warm_for_the_next_task() throws Exception {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java").toRealPath();
        assumeThat(java).as("no sandbox shows this JVM").startsWith(Path.of("/usr"));
        String name = WarmProgram.class.getName().replace('.', '/') + ".class";
        byte[] program;
        try (InputStream in = Objects.requireNonNull(WarmProgram.class.getResourceAsStream("/" + name))) {
            program = in.readAllBytes();
        }
        Attempts.Task warm = serving(
                        java.toString(), "-XX:TieredStopAtLevel=1", "-cp", ".", WarmProgram.class.getName())
                .in(attempts.input(name, program, false))
                .out(new OutputFile("out", false));

        for (String number : List.of("1\n", "2\n", "3\n")) {
            AttemptReport report = run(warm.own(input("calls", "call " + number)));

            assertThat(report.outcome()).as(report.detail() + report.tail()).isEqualTo(Outcome.DONE);
            assertThat(text(report.stdout())).isEqualTo(number);
            assertThat(text(report.outputs().files().get(0))).isEqualTo("call " + number);
        }
    }

    @Test
    void large_files_of_the_job_and_of_a_task_are_there_without_being_copied_for_each() throws Exception {
        InputFile common = attempts.input("common", new byte[17 << 20], false);
        InputFile large = attempts.input("large", new byte[18 << 20], false);
        String deed = "cat common $GLEANER_SERVE/large | wc -c >out";

        for (String number : List.of("1\n", "2\n")) {
            AttemptReport report =
                    run(task(deed).in(input("program.sh", PROGRAM), common).own(calls(deed), large));

            assertThat(report.outcome()).as(report.detail() + report.tail()).isEqualTo(Outcome.DONE);
            assertThat(text(report.outputs().files().get(0)).strip()).isEqualTo(Integer.toString(35 << 20));
            assertThat(text(report.stdout())).isEqualTo(number);
        }
    }

    @Test
    void a_command_that_does_not_serve_after_all_ends_as_usual() throws Exception {
        for (int i = 0; i < 2; i++) {
            assertThat(run(serving("sh", "-c", "exit 42")).exitCode()).isEqualTo(42);
            assertThat(run(serving("sh", "-c", "echo done")).outcome()).isEqualTo(Outcome.DONE);
            assertThat(run(serving("no-such-command")).outcome()).isEqualTo(Outcome.NOT_STARTABLE);
        }
    }

    @Test
    void whoever_has_no_sandbox_for_it_runs_it_once_per_task() throws Exception {
        use(Confinement.NONE);

        AttemptReport report = run(serving("sh", "-c", "cat calls; echo .$GLEANER_SERVE $GLEANER_ATTEMPT")
                .own(input("calls", "hello ")));

        assertThat(text(report.stdout())).isEqualTo("hello . 7.3#1\n");
    }

    @Test
    void whatever_it_does_the_next_task_is_right_and_nothing_of_the_agent_is_touched() throws Exception {
        for (String deed : List.of(
                "kill -9 $PPID",
                "kill -9 -1",
                "exec 3<&-; exec 4>&-",
                "answer 1 clean; answer 2 clean; answer 3 clean",
                "answer 5 clean",
                "printf 'no answer at all' >&4; exit 5",
                "yes | head -c 100000 >&4",
                "kill -9 $$",
                "state=stained; sleep 600 & sleep 600 &",
                "chmod 0 /task /tmp",
                "rm -rf /task/* /runner/own/* /runner/stdout; echo x >/runner/own/calls; mv /runner/own /task/own")) {
            AttemptReport ignored = run(task(deed));
            AttemptReport next = run(task("echo right >out"));

            assertThat(next.outcome())
                    .as(deed + ignored.detail() + next.detail() + next.tail())
                    .isEqualTo(Outcome.DONE);
            assertThat(text(next.outputs().files().get(0))).as(deed).isEqualTo("right\n");
        }
        runners.close();
        assertThat(attempts.context().work()).isEmptyDirectory();
    }

    @Test
    void a_name_that_leads_elsewhere_is_no_output_while_the_command_lives() throws Exception {
        Path secret = Files.writeString(root.resolve("secret"), "secret");

        for (String deed : List.of(
                "ln -s " + secret + " out", "ln -s /etc/passwd out", "mkfifo out", "ln -s /proc/self/fd/4 out")) {
            AttemptReport report = run(task(deed));

            assertThat(report.outcome()).as(deed).isEqualTo(Outcome.NO_OUTPUT);
            assertThat(report.outputs().files()).isEmpty();
        }
        AttemptReport swapped = run(task("(while :; do ln -sf " + secret + " out; rm -f out; echo fine >out; done) &"
                + " sleep 0.1; state=stained"));
        for (ResultFile file : swapped.outputs().files()) {
            assertThat(text(file)).isIn("", "fine\n");
        }
        assertThat(Files.readString(secret)).isEqualTo("secret");
    }

    @Test
    void what_is_too_long_to_travel_inside_of_a_report_is_copied_and_the_command_lives_on() throws Exception {
        String deed = "yes $count | head -c 100000 | tee out";

        AttemptReport one = run(task(deed));
        AttemptReport second = run(task(deed));

        assertThat(Files.readString(file(one, one.outputs().files().get(0))))
                .hasSize(100_000)
                .startsWith("1\n1\n");
        assertThat(Files.readString(file(second, second.outputs().files().get(0))))
                .hasSize(100_000)
                .startsWith("2\n2\n");
        assertThat(Files.readString(file(second, second.stdout())))
                .hasSize(100_002)
                .startsWith("2\n2\n");
    }

    @Test
    void one_that_is_stopped_or_takes_too_long_ends_with_its_command() throws Exception {
        run(task("true >out"));
        AttemptRun endless = prepare(task("touch started; sleep 601 & wait"));
        CompletableFuture<AttemptReport> end = inBackground(endless);
        await().atMost(Duration.ofMinutes(5)).until(() -> isStarted(endless));

        endless.stop(Duration.ofMillis(100));
        AttemptReport stopped = end.get(300, TimeUnit.SECONDS);
        AttemptReport late = run(task("sleep 602").limit(Duration.ofSeconds(1)));
        AttemptReport next = run(task("echo >out"));

        assertThat(stopped.outcome()).isEqualTo(Outcome.STOPPED);
        assertThat(late.outcome()).isEqualTo(Outcome.TIMED_OUT);
        assertThat(next.outcome()).isEqualTo(Outcome.DONE);
        assertThat(text(next.stdout())).isEqualTo("1\n");
    }

    @Test
    void nobody_gets_the_command_of_another_owner_job_or_kind() throws Exception {
        Owner ann = new Owner("ann");
        Owner bob = new Owner("bob");
        Attempts.Task task = task("echo >out");

        assertThat(text(run(task, ann).stdout())).isEqualTo("1\n");
        assertThat(text(run(task, bob).stdout())).isEqualTo("1\n");
        assertThat(text(run(task, ann).stdout())).isEqualTo("2\n");
        assertThat(text(run(task.network(), ann).stdout())).isEqualTo("1\n");
        assertThat(text(run(task.needs(new Requirements(1, null)), ann).stdout()))
                .isEqualTo("1\n");
        runners.beginEra();
        assertThat(text(run(task, ann).stdout())).isEqualTo("1\n");
    }

    @Test
    void who_wants_more_memory_than_declared_is_ended_and_the_next_begins_anew() throws Exception {
        useGroups();
        Requirements little = new Requirements(1, MemorySize.parse("60M"));

        AttemptReport first = run(task("echo >out").needs(little));
        AttemptReport again = run(task("(sleep 603 &); echo >out").needs(little));
        AttemptReport fresh = run(task("echo >out").needs(little));
        AttemptReport hog = run(task("head -c 200000000 /dev/zero | tail -c 190000000 >out || exit 9")
                .needs(little));
        AttemptReport next = run(task("echo >out").needs(little));

        assertThat(text(first.stdout())).isEqualTo("1\n");
        assertThat(text(again.stdout())).isEqualTo("2\n");
        assertThat(text(fresh.stdout())).as("a process was left").isEqualTo("1\n");
        assertThat(hog.outcome()).as(hog.detail()).isEqualTo(Outcome.OUT_OF_MEMORY);
        assertThat(next.outcome()).as(next.detail()).isEqualTo(Outcome.DONE);
        assertThat(text(next.stdout())).isEqualTo("1\n");
    }

    @Test
    void one_that_waits_for_more_gives_way_to_others() throws Exception {
        int processors = Runtime.getRuntime().availableProcessors();
        Attempts.Task task = task("echo >out");
        Attempts.Task small = shell("true").needs(new Requirements(1, null));
        Attempts.Task large = shell("true").needs(new Requirements(processors, null));
        Attempts.Task declared = shell("true").needs(new Requirements(1, MemorySize.parse("64M")));
        try (Runs runs = runs()) {
            runs.startSampling();
            assertThat(next(runs, task("kill -STOP $PPID; exit 3"), false).exitCode())
                    .isEqualTo(3);
            assertThat(text(next(runs, task, false).stdout())).isEqualTo("1\n");
            untilShared(runs, task);
            for (Attempts.Task other : List.of(large, declared)) {
                runs.start(attempts.other(other), false);
                assertThat(report().outcome()).isEqualTo(Outcome.DONE);
                assertThat(text(next(runs, task, false).stdout())).isEqualTo("1\n");
            }
            if (processors > 2) {
                runs.start(attempts.other(small), false);
                assertThat(report().outcome()).isEqualTo(Outcome.DONE);
                untilShared(runs, task);
            }
        }
    }

    @Test
    void one_that_waits_for_more_ends_when_somebody_wants_the_machine_though_no_task_runs() throws Exception {
        Attempts.Task task = task("echo >out");
        try (Runs runs = runs()) {
            assertThat(text(next(runs, task, false).stdout())).isEqualTo("1\n");
            assertThat(runs.isInTheWay()).isTrue();

            runs.welcome(false);

            assertThat(runs.isInTheWay()).isFalse();
            // Nobody looks whether it is bored, as nobody samples.
            await().atMost(Duration.ofMinutes(5))
                    .until(() -> isEmpty(attempts.context().work()));
            assertThat(text(next(runs, task, false).stdout())).isEqualTo("1\n");
            assertThat(runs.isInTheWay())
                    .as("one that ended while somebody was there")
                    .isFalse();
            runs.welcome(true);
            assertThat(text(next(runs, task, false).stdout())).isEqualTo("1\n");
            assertThat(text(next(runs, task, false).stdout())).isEqualTo("2\n");
        }
    }

    private static boolean isEmpty(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.findAny().isEmpty();
        }
    }

    /** A busy machine may need longer than one waits for the next. */
    private void untilShared(Runs runs, Attempts.Task task) throws Exception {
        int tries = 0;
        while (text(next(runs, task, false).stdout()).equals("1\n")) {
            assertThat(++tries).as("how often each had its own").isLessThan(20);
        }
    }

    /** What does this, and has to leave a file. */
    private Attempts.Task task(String deed) {
        return serving("sh", "program.sh")
                .in(input("program.sh", PROGRAM))
                .own(calls(deed))
                .out(new OutputFile("out", false));
    }

    private InputFile calls(String deed) {
        return input("calls", deed + "\n");
    }

    private InputFile input(String name, String content) {
        return attempts.input(name, content.getBytes(StandardCharsets.UTF_8), false);
    }
}
