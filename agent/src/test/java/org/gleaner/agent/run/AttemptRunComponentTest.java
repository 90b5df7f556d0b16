package org.gleaner.agent.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;
import static org.gleaner.agent.run.Attempts.ATTEMPT;
import static org.gleaner.agent.run.Attempts.shell;
import static org.gleaner.agent.run.Attempts.words;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.gleaner.agent.sandbox.Fence;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.job.Forewarning;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.OutputFile;
import org.gleaner.protocol.message.Content;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Attempts with real processes: what they see, what is taken from them, and that nothing of them stays. */
@Timeout(900)
final class AttemptRunComponentTest {
    private Path root;
    private Attempts attempts;

    @BeforeEach
    void create(@TempDir Path directory) throws IOException {
        root = directory;
        attempts = new Attempts(directory);
    }

    /** So that a test which failed leaves nothing that the next one takes for its own. */
    @AfterEach
    void endAll() {
        survivors().forEach(process -> ProcessHandle.of(process).ifPresent(ProcessHandle::destroyForcibly));
    }

    @Test
    void a_command_runs_in_a_fresh_directory_with_its_inputs_and_its_outputs_come_back() throws Exception {
        InputFile input = attempts.input("data/in.txt", bytes("hello"), false);

        AttemptReport report = attempts.run(shell("cat data/in.txt > out.txt; echo said; echo warned >&2; ls -a > list")
                .in(input)
                .out(new OutputFile("out.txt", false), new OutputFile("never", true)));

        assertThat(report.outcome()).isEqualTo(Outcome.DONE);
        assertThat(report.outputs().files()).extracting(ResultFile::path).containsExactly("out.txt");
        assertThat(text(report.outputs().files().get(0))).isEqualTo("hello");
        assertThat(text(report.stdout())).isEqualTo("said\n");
        assertThat(text(report.stderr())).isEqualTo("warned\n");
        assertThat(report.tail()).isEqualTo("warned");
        assertThat(attempts.context().work()).isEmptyDirectory();
    }

    @Test
    void what_was_saved_before_can_be_changed_and_empty_directories_come_and_go() throws Exception {
        InputFile saved = attempts.input("save", bytes("so far "), false);
        InputFile other = attempts.input("other", bytes("read only"), false);

        AttemptReport report = attempts.resume(
                shell("stat -c %a save other; echo $GLEANER_RESUMED >>save; mkdir d/more")
                        .in(saved, other)
                        .out(new OutputFile("save", false), new OutputFile("d", false)),
                List.of("d/none"));

        assertThat(report.outcome()).isEqualTo(Outcome.DONE);
        assertThat(text(report.stdout())).isEqualTo("644\n444\n");
        assertThat(text(report.outputs().files().get(0))).isEqualTo("so far 1\n");
        assertThat(report.outputs().directories()).containsExactly("d/more", "d/none");
    }

    @Test
    void an_attempt_for_which_the_disk_has_no_place_is_told_in_one_line_of_the_log() throws Exception {
        Files.delete(attempts.context().work());
        Files.createFile(attempts.context().work());
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        Logger logger = (Logger) LoggerFactory.getLogger(AttemptRun.class);
        logger.addAppender(lines);

        AttemptReport report = attempts.run(shell("true"));
        logger.detachAppender(lines);

        assertThat(report.outcome()).isEqualTo(Outcome.NOT_STARTABLE);
        assertThat(report.detail())
                .startsWith("the node could not prepare it: ")
                .doesNotContain("Exception", attempts.context().work().toString());
        assertThat(lines.list).singleElement().satisfies(line -> {
            assertThat(line.getFormattedMessage()).startsWith(ATTEMPT + " could not be run here: ");
            assertThat(line.getThrowableProxy()).isNull();
        });
    }

    @Test
    void files_that_no_node_can_put_in_place_fail_the_task_and_not_the_node() throws Exception {
        InputFile file = attempts.input("common", bytes("x"), false);
        InputFile below = attempts.input("common/x", bytes("y"), false);

        AttemptReport report = attempts.run(shell("true").in(file, below));

        assertThat(report.outcome()).isEqualTo(Outcome.EXITED);
        assertThat(report.exitCode()).isEqualTo(126);
        assertThat(report.detail())
                .isEqualTo("it can't be started: its job names the files 'common' and 'common/x',"
                        + " but 'common' can't be a file and a directory at once; rename one of them");
    }

    @Test
    void a_task_sees_a_clean_environment_and_who_it_is() throws Exception {
        AttemptReport report = attempts.run(shell("env | sort; pwd").entry("an entry"));

        String environment = text(report.stdout());
        assertThat(environment.lines())
                .contains(
                        "GLEANER_JOB=7",
                        "GLEANER_TASK=7.3",
                        "GLEANER_INDEX=3",
                        "GLEANER_ENTRY=an entry",
                        "GLEANER_ATTEMPT=7.3#2",
                        "OMP_NUM_THREADS=2",
                        "PATH=/usr/bin:/bin");
        assertThat(environment).doesNotContain("JAVA").doesNotContain("MAVEN").doesNotContain("USER=");
    }

    @Test
    void placeholders_are_replaced_in_words_and_outputs_but_never_pasted_into_a_shell_line() throws Exception {
        AttemptReport words = attempts.run(
                words("touch", "res-{/.}-{#}").entry("a/b c;x.txt").out(new OutputFile("res-{/.}-{#}", false)));
        AttemptReport line = attempts.run(shell("echo '{}' \"$GLEANER_ENTRY\"").entry("$(id)"));

        assertThat(words.outputs().files()).extracting(ResultFile::path).containsExactly("res-b c;x-3");
        assertThat(text(line.stdout())).isEqualTo("{} $(id)\n");
    }

    @Test
    void large_files_are_kept_under_their_hash_and_small_ones_travel_inline() throws Exception {
        AttemptReport report = attempts.run(shell("mkdir -p d/e; printf small > d/e/s; head -c 5000 /dev/zero > d/big")
                .out(new OutputFile("d", false)));

        assertThat(report.outputs().files()).extracting(ResultFile::path).containsExactly("d/big", "d/e/s");
        ResultFile big = report.outputs().files().get(0);
        assertThat(big.inline()).isNull();
        assertThat(big.size()).isEqualTo(5000);
        assertThat(big.hash()).isEqualTo(Content.hash(new byte[5000]));
        assertThat(attempts.results.file(ATTEMPT, big.hash())).hasBinaryContent(new byte[5000]);
        assertThat(report.blobs()).containsExactly(big.hash());
    }

    @Test
    void a_failing_command_reports_its_code_and_the_end_of_its_errors() throws Exception {
        AttemptReport report = attempts.run(
                shell("for i in $(seq 30); do echo line $i >&2; done; exit 3").out(new OutputFile("out", false)));

        assertThat(report.outcome()).isEqualTo(Outcome.EXITED);
        assertThat(report.exitCode()).isEqualTo(3);
        assertThat(report.detail()).isEqualTo("exit code 3");
        assertThat(report.tail().lines()).hasSize(20).startsWith("line 11").endsWith("line 30");
    }

    @Test
    void a_missing_output_is_named() throws Exception {
        AttemptReport report = attempts.run(words("true").out(new OutputFile("res/out.csv", false)));

        assertThat(report.outcome()).isEqualTo(Outcome.NO_OUTPUT);
        assertThat(report.detail()).isEqualTo("the output res/out.csv is missing");
    }

    @Test
    void a_link_out_of_the_directory_is_no_output_and_one_inside_it_is() throws Exception {
        AttemptReport escape = attempts.run(shell("ln -s /etc/passwd out").out(new OutputFile("out", false)));
        AttemptReport parent = attempts.run(shell("ln -s ../.. up").out(new OutputFile("up/results", true)));
        AttemptReport nested = attempts.run(shell("mkdir d; ln -s /etc/passwd d/evil; echo x > d/x; ln -s x d/y")
                .out(new OutputFile("d", false)));

        assertThat(escape.outcome()).isEqualTo(Outcome.NO_OUTPUT);
        assertThat(escape.detail()).isEqualTo("the output out points outside the task's directory");
        assertThat(parent.outputs().files()).isEmpty();
        assertThat(nested.outcome()).isEqualTo(Outcome.DONE);
        assertThat(nested.outputs().files()).extracting(ResultFile::path).containsExactly("d/x", "d/y");
    }

    @Test
    void a_pipe_is_no_output() throws Exception {
        AttemptReport report = attempts.run(shell("mkfifo p").out(new OutputFile("p", false)));

        assertThat(report.outcome()).isEqualTo(Outcome.NO_OUTPUT);
    }

    @Test
    void commands_that_cannot_start_are_told_from_commands_that_fail() throws Exception {
        InputFile plain = attempts.input("plain.sh", bytes("exit 0"), false);
        InputFile broken = attempts.input("broken.sh", bytes("#!/no/such/interpreter\n"), true);

        AttemptReport missing = attempts.run(words("no-such-command-anywhere"));
        AttemptReport notExecutable = attempts.run(words("./plain.sh").in(plain));
        AttemptReport noInterpreter = attempts.run(words("./broken.sh").in(broken));
        AttemptReport ownCode = attempts.run(shell("exit 127"));

        assertThat(missing.outcome()).isEqualTo(Outcome.NOT_STARTABLE);
        assertThat(missing.detail()).isEqualTo("command not found: no-such-command-anywhere");
        assertThat(notExecutable.detail()).isEqualTo("not executable: ./plain.sh");
        assertThat(noInterpreter.outcome()).isEqualTo(Outcome.NOT_STARTABLE);
        assertThat(noInterpreter.detail()).contains("./broken.sh");
        assertThat(ownCode.outcome()).isEqualTo(Outcome.EXITED);
    }

    @Test
    void an_input_that_cannot_be_had_is_not_the_tasks_fault() throws Exception {
        InputFile nowhere = new InputFile("x", Content.hash(bytes("never uploaded")), 14, false);

        AttemptReport report = attempts.run(words("true").in(nowhere));

        assertThat(report.outcome()).isEqualTo(Outcome.NOT_STARTABLE);
        assertThat(report.detail()).isEqualTo("no such blob");
    }

    @Test
    void an_input_that_the_server_denies_for_a_moment_is_asked_for_again() throws Exception {
        InputFile input = attempts.input("in", bytes("there after all"), false);
        attempts.denials.set(3);

        AttemptReport report = attempts.run(shell("cat in").in(input));

        assertThat(report.outcome()).as(report.detail()).isEqualTo(Outcome.DONE);
        assertThat(text(report.stdout())).isEqualTo("there after all");
        assertThat(attempts.requests).hasValue(4);
    }

    @Test
    void an_input_that_the_server_denies_four_times_is_not_asked_for_again() throws Exception {
        InputFile input = attempts.input("in", bytes("never there"), false);
        attempts.denials.set(4);

        AttemptReport report = attempts.run(shell("cat in").in(input));

        assertThat(report.outcome()).isEqualTo(Outcome.NOT_STARTABLE);
        assertThat(attempts.requests).hasValue(4);
    }

    @Test
    void a_stop_does_not_wait_for_an_input_that_the_server_denies() throws Exception {
        Attempts patient = Attempts.patient(root.resolve("patient"), Duration.ofDays(1));
        patient.denials.set(1);
        AttemptRun run = patient.prepare(words("true").in(patient.input("in", bytes("denied"), false)));
        CompletableFuture<AttemptReport> end = inBackground(run);
        await().atMost(Duration.ofMinutes(5)).until(() -> patient.denials.get() == 0);

        run.stop(Duration.ofSeconds(10));

        assertThat(end.get(300, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.STOPPED);
    }

    @Test
    void a_time_limit_ends_the_command_even_if_it_does_not_listen() throws Exception {
        AttemptReport report =
                attempts.run(shell("trap '' TERM; while :; do sleep 0.05; done").limit(Duration.ofMillis(300)));

        assertThat(report.outcome()).isEqualTo(Outcome.TIMED_OUT);
        assertThat(report.detail()).isEqualTo("it ran longer than its time limit of 0.3 s");
        assertThat(report.usage().run()).isBetween(Duration.ofMillis(300), Duration.ofSeconds(20));
        assertThat(survivors()).isEmpty();
    }

    @Test
    void a_signal_before_the_time_limit_lets_a_task_save_what_it_has() throws Exception {
        Duration limit = Duration.ofMinutes(10);
        // Long after the shell has set its trap, however busy the machine is.
        Forewarning soon = new Forewarning("USR1", limit.minusSeconds(10));

        AttemptReport report = attempts.run(shell("trap 'echo saved; exit 0' USR1; while :; do sleep 0.05; done")
                .limit(limit)
                .warned(soon));

        assertThat(report.outcome()).isEqualTo(Outcome.DONE);
        assertThat(text(report.stdout())).endsWith("saved\n");
    }

    @Test
    void stopping_kills_children_that_left_the_session_or_lost_their_parents() throws Exception {
        AttemptRun run = attempts.prepare(shell("setsid sleep 600 & (setsid sh -c 'sleep 601 & sleep 602' &) ; "
                + "(sleep 603 &); trap '' TERM; touch started; sleep 604; sleep 605"));
        CompletableFuture<AttemptReport> end = inBackground(run);
        await().atMost(Duration.ofMinutes(5)).until(() -> survivors().size() >= 5);

        run.stop(Duration.ofMillis(50));

        AttemptReport report = end.get(300, TimeUnit.SECONDS);
        assertThat(report.outcome()).isEqualTo(Outcome.STOPPED);
        assertThat(survivors()).isEmpty();
    }

    @Test
    void every_session_that_a_task_makes_is_behind_everything_else() throws Exception {
        assumeThat(Path.of("/proc/self/autogroup")).exists();
        Attempts low = new Attempts(root, true, SandboxComponentTest.sandboxed(root, Fence.DEFAULT));
        AttemptRun run = low.prepare(shell("setsid sleep 600 & (setsid sleep 601 &); sleep 602"));
        CompletableFuture<AttemptReport> end = inBackground(run);
        await().atMost(Duration.ofMinutes(5)).until(() -> sleepersGroups().size() == 3);

        await().atMost(Duration.ofMinutes(5)).untilAsserted(() -> {
            run.supervision().sample(low.table.read());
            assertThat(sleepersGroups()).doesNotHaveDuplicates().allMatch(group -> group.endsWith("nice 19\n"));
        });

        run.stop(Duration.ofMillis(50));
        assertThat(end.get(300, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.STOPPED);
    }

    @Test
    void background_children_do_not_outlive_a_command_that_ends_well() throws Exception {
        AttemptReport report = attempts.run(shell("setsid sleep 600 >/dev/null 2>&1 & sleep 601 & echo ok"));

        assertThat(report.outcome()).isEqualTo(Outcome.DONE);
        assertThat(survivors()).isEmpty();
    }

    @Test
    void a_stop_does_not_wait_for_a_download() throws Exception {
        attempts.network.acquire();
        AttemptRun run = attempts.prepare(words("true").in(attempts.input("in", bytes("slow"), false)));
        CompletableFuture<AttemptReport> end = inBackground(run);

        run.stop(Duration.ofSeconds(10));

        assertThat(end.get(300, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.STOPPED);
        attempts.network.release();
    }

    @Test
    void a_stop_before_the_start_starts_nothing() throws Exception {
        AttemptRun run = attempts.prepare(shell("touch " + root.resolve("ran")));
        run.stop(Duration.ZERO);

        AttemptReport report = run.run();

        assertThat(report.outcome()).isEqualTo(Outcome.STOPPED);
        assertThat(root.resolve("ran")).doesNotExist();
    }

    @Test
    void cpu_time_of_a_short_command_is_counted() throws Exception {
        AttemptReport report = attempts.run(shell("i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done"));

        assertThat(report.usage().cpu()).isGreaterThan(Duration.ofMillis(20));
        assertThat(report.usage().run()).isGreaterThanOrEqualTo(Duration.ofMillis(20));
    }

    @Test
    void memory_and_cpu_of_the_whole_tree_are_seen_while_it_runs() throws Exception {
        AttemptRun run = attempts.prepare(shell("sleep 600 & sleep 601"));
        CompletableFuture<AttemptReport> end = inBackground(run);
        await().atMost(Duration.ofMinutes(5)).until(() -> survivors().size() >= 3);

        AttemptProcesses.@Nullable Use use = run.supervision().sample(attempts.table.read());
        run.stop(Duration.ZERO);

        assertThat(use).isNotNull();
        assertThat(use.memory().bytes()).isPositive();
        assertThat(end.get(300, TimeUnit.SECONDS).usage().peak()).isEqualTo(use.memory());
    }

    @Test
    void tasks_give_way_to_everything_else_and_the_agent_itself_does_not() throws Exception {
        assumeThat(Path.of("/usr/bin/renice")).exists();

        AttemptReport task = new Attempts(root.resolve("low"), true).run(shell("cat /proc/self/stat"));

        assertThat(nice(text(task.stdout()))).isEqualTo(19);
        assertThat(nice(Files.readString(Path.of("/proc/thread-self/stat")))).isLessThan(19);
    }

    private static int nice(String stat) {
        return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[16]);
    }

    @Test
    void a_directory_without_permissions_is_cleaned_away_too() throws Exception {
        attempts.run(shell("mkdir -p a/b; touch a/b/c; chmod 000 a/b; chmod 000 a"));

        assertThat(attempts.context().work()).isEmptyDirectory();
    }

    private static CompletableFuture<AttemptReport> inBackground(AttemptRun run) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return run.run();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        });
    }

    private List<String> sleepersGroups() {
        List<String> groups = new ArrayList<>();
        for (long process : survivors()) {
            Path files = Path.of("/proc/" + process);
            try {
                if (Files.readString(files.resolve("comm")).equals("sleep\n")) {
                    groups.add(Files.readString(files.resolve("autogroup")));
                }
            } catch (IOException ended) {
                // A shell that only started others may end while we look.
                continue;
            }
        }
        return groups;
    }

    private List<Long> survivors() {
        return attempts.table.read().stream()
                .map(entry -> entry.pid())
                .filter(pid -> attempts.table.carries(pid, TaskCommand.attemptVariable(ATTEMPT))
                        && attempts.table.carries(pid, TaskCommand.agentVariable(Attempts.MARKER)))
                .toList();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(@Nullable ResultFile file) {
        assertThat(file).isNotNull();
        assertThat(file.inline()).isNotNull();
        return new String(Base64.getDecoder().decode(file.inline()), StandardCharsets.UTF_8);
    }
}
