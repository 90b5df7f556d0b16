package org.gleaner.agent.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;
import static org.gleaner.agent.run.Attempts.ATTEMPT;
import static org.gleaner.agent.run.Attempts.shell;
import static org.gleaner.agent.run.Attempts.words;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.gleaner.agent.sandbox.Bubblewrap;
import org.gleaner.agent.sandbox.Confinement;
import org.gleaner.agent.sandbox.Fence;
import org.gleaner.agent.sandbox.SandboxMode;
import org.gleaner.agent.sandbox.SandboxProbe;
import org.gleaner.agent.sandbox.SandboxUnavailable;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.OutputFile;
import org.gleaner.core.job.Platform;
import org.gleaner.core.job.Requirements;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Attempts in a real sandbox: what a hostile command can see, reach and leave behind. */
@Timeout(900)
final class SandboxComponentTest {
    private static final String SECRET = "very-secret-token-of-the-agent";
    private static final String NOT_HERE = "no sandbox on this machine: ";

    private Path root;
    private Attempts attempts;

    @BeforeEach
    void create(@TempDir Path directory) throws Exception {
        root = directory;
        Files.writeString(directory.resolve("identity"), "1\n" + SECRET + "\n");
        attempts = new Attempts(directory, false, sandboxed(directory, Fence.DEFAULT));
    }

    static Confinement sandboxed(Path directory, Fence fence) throws Exception {
        try {
            Path trial = Files.createDirectories(directory.resolve("trial"));
            Bubblewrap sandbox = SandboxProbe.find(fence.hiding(List.of(directory)), trial, isRoot());
            return new Confinement(sandbox, null, null, List.of(), List.of(directory));
        } catch (SandboxUnavailable missing) {
            assumeThat(true).as(NOT_HERE + missing.getMessage()).isFalse();
            throw missing;
        }
    }

    @Test
    void a_command_finds_its_inputs_and_its_outputs_come_back_as_without_a_sandbox() throws Exception {
        InputFile input = attempts.input("data/in.txt", bytes("hello"), false);
        InputFile script =
                attempts.input("run.sh", bytes("#!/bin/sh\ncat data/in.txt\necho warned >/dev/stderr\n"), true);

        AttemptReport report = attempts.run(shell("./run.sh > out.txt; touch data/new; pwd; echo $HOME $TMPDIR")
                .in(input, script)
                .out(new OutputFile("out.txt", false), new OutputFile("data", false)));

        assertThat(report.outcome()).as(report.detail()).isEqualTo(Outcome.DONE);
        assertThat(report.outputs().files())
                .extracting(ResultFile::path)
                .containsExactly("out.txt", "data/in.txt", "data/new");
        assertThat(text(report.outputs().files().get(0))).isEqualTo("hello");
        assertThat(text(report.stdout())).isEqualTo("/task\n/task /tmp\n");
        assertThat(report.tail()).isEqualTo("warned");
        assertThat(attempts.context().work()).isEmptyDirectory();
    }

    @Test
    void a_job_that_looks_for_tokens_finds_none() throws Exception {
        String line = "for f in /proc/*/cmdline /proc/*/environ; do tr '\\0' '\\n' < $f; done 2>/dev/null;"
                + " cat /proc/*/mountinfo 2>/dev/null; ls -la / /root /home /run /mnt /media /srv /var 2>&1;"
                + " cat '" + root + "/identity' '" + root + "'/../*/identity 2>&1;"
                + " find / -xdev -name identity -o -xdev -name '*.token' 2>/dev/null; ls /proc";

        AttemptReport report = attempts.run(shell("export OWN=1; sleep 60 & " + line));

        String seen = text(report.stdout());
        assertThat(seen).contains("OWN=1").doesNotContain(SECRET).doesNotContain("join.token");
        assertThat(seen).doesNotContain("surefire").doesNotContain("MAVEN").doesNotContain("JAVA_HOME");
    }

    @Test
    void the_system_can_be_read_and_not_written_and_no_privilege_is_left() throws Exception {
        AttemptReport report = attempts.run(shell("for d in / /usr /etc /opt /proc/sys/kernel /dev; do"
                + " touch $d/made-by-a-task 2>/dev/null && echo wrote $d; done;"
                + " cat /etc/shadow 2>/dev/null && echo shadow; grep -E 'CapEff|CapPrm|NoNewPrivs' /proc/self/status;"
                + " id -u; [ -r /etc/passwd ] && echo readable; touch /tmp/t /dev/shm/s && echo temporary"));

        String seen = text(report.stdout());
        assertThat(seen).doesNotContain("wrote").doesNotContain("shadow").doesNotStartWith("0\n");
        assertThat(seen.lines())
                .contains(
                        "CapEff:\t0000000000000000",
                        "CapPrm:\t0000000000000000",
                        "NoNewPrivs:\t1",
                        "readable",
                        "temporary");
        assertThat(seen.lines().noneMatch("0"::equals)).as("not root").isTrue();
    }

    @Test
    void there_is_no_network_unless_the_job_asks_for_it() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            String line = "grep -c : /proc/net/dev; exec 3<>/dev/tcp/127.0.0.1/" + socket.getLocalPort();
            Attempts.Task task = words("bash", "-c", line);

            AttemptReport without = attempts.run(task);
            AttemptReport with = attempts.run(task.network());

            assertThat(without.outcome()).isEqualTo(Outcome.EXITED);
            assertThat(without.tail()).contains("Connection refused");
            assertThat(text(without.stdout())).isEqualTo("1\n");
            assertThat(with.outcome()).isEqualTo(Outcome.DONE);
        }
    }

    @Test
    void tasks_see_neither_each_other_nor_the_machines_processes() throws Exception {
        AttemptReport report = attempts.run(shell("ls -d /proc/[0-9]* | wc -l; kill -9 -1; true"));

        assertThat(Integer.parseInt(text(report.stdout()).strip())).isLessThan(8);
    }

    @Test
    void a_daemon_is_gone_when_its_command_ends() throws Exception {
        AttemptReport report =
                attempts.run(shell(own("(setsid sh -c 'env -i setsid sleep 610@ & exec env -i sleep 611@' &);"
                        + " env -i setsid sleep 612@ >/dev/null 2>&1 & sleep 0.2; echo ok")));

        assertThat(report.outcome()).isEqualTo(Outcome.DONE);
        await().atMost(Duration.ofMinutes(5))
                .until(() -> sleepers("610", "611", "612").isEmpty());
    }

    @Test
    void a_daemon_is_gone_when_its_attempt_is_stopped_and_the_command_may_clean_up() throws Exception {
        AttemptRun run = attempts.prepare(shell(own("trap 'echo cleaned >&2; exit 9' TERM;"
                + " (env -i setsid sh -c 'trap : TERM; sleep 621@; sleep 622@' &); touch started; sleep 623@ & wait")));
        CompletableFuture<AttemptReport> end = inBackground(run);
        await().atMost(Duration.ofMinutes(5)).until(() -> sleepers("621", "623").size() == 2);

        run.stop(Duration.ofSeconds(5));

        AttemptReport report = end.get(300, TimeUnit.SECONDS);
        assertThat(report.outcome()).isEqualTo(Outcome.STOPPED);
        assertThat(report.tail()).contains("cleaned");
        assertThat(sleepers("621", "622", "623")).isEmpty();
    }

    @Test
    void what_cannot_be_executed_is_the_nodes_fault_and_named() throws Exception {
        InputFile broken = attempts.input("broken.sh", bytes("#!/no/such/interpreter\n"), true);

        AttemptReport missing = attempts.run(words("no-such-command-anywhere"));
        AttemptReport noInterpreter = attempts.run(words("./broken.sh").in(broken));
        AttemptReport ownCode = attempts.run(shell("exit 1"));

        assertThat(missing.outcome()).isEqualTo(Outcome.NOT_STARTABLE);
        assertThat(missing.detail()).isEqualTo("command not found: no-such-command-anywhere");
        assertThat(noInterpreter.outcome()).isEqualTo(Outcome.NOT_STARTABLE);
        assertThat(noInterpreter.detail()).startsWith("it can't be executed: ./broken.sh");
        assertThat(ownCode.outcome()).isEqualTo(Outcome.EXITED);
        assertThat(ownCode.exitCode()).isEqualTo(1);
    }

    @Test
    void the_exit_code_and_signals_are_the_commands_own() throws Exception {
        AttemptReport code = attempts.run(shell("exit 42"));
        AttemptReport signal = attempts.run(shell("kill -SEGV $$"));

        assertThat(code.exitCode()).isEqualTo(42);
        assertThat(signal.exitCode()).isEqualTo(139);
        assertThat(signal.detail()).isEqualTo("exit code 139 (signal 11)");
    }

    @Test
    void a_directory_that_the_keeper_shows_can_be_read_and_what_is_hidden_in_it_not(@TempDir Path site)
            throws Exception {
        Files.writeString(site.resolve("licence"), "GAMS");
        Files.writeString(site.resolve("token"), SECRET);
        Files.createDirectory(site.resolve("private"));
        Files.writeString(site.resolve("private/key"), SECRET);
        Attempts.open(site);
        List<Path> hidden = List.of(site.resolve("token"), site.resolve("private"));
        Fence fence = new Fence(SandboxMode.AUTO, List.of(site), hidden);
        attempts = new Attempts(root.resolve("second"), false, sandboxed(root, fence));

        AttemptReport report =
                attempts.run(shell("cd '" + site + "'; cat licence; cat token; cat private/*; touch x || echo ' no'"));

        assertThat(text(report.stdout())).isEqualTo("GAMS no\n");
    }

    @Test
    void only_a_task_that_uses_graphics_cards_sees_their_devices(@TempDir Path dev) throws Exception {
        Files.writeString(dev.resolve("nvidia0"), "card");
        Attempts.open(dev);
        Fence fence = new Fence(SandboxMode.AUTO, List.of(), List.of(), dev);
        attempts = new Attempts(root.resolve("second"), false, sandboxed(root, fence));
        String look = "cat /dev/nvidia0; echo \" $CUDA_VISIBLE_DEVICES.\"";
        Amounts one = Amounts.parse(List.of("gpu=1"));

        AttemptReport with = attempts.run(shell(look).needs(new Requirements(1, null, null, Platform.ANY, false, one)));
        assertThat(text(with.stdout())).isEqualTo("card 0.\n");
        AttemptReport without = attempts.run(shell(look));
        assertThat(text(without.stdout())).isEqualTo(" .\n");
    }

    @Test
    void a_link_out_of_the_directory_is_no_output() throws Exception {
        Path outside = Files.writeString(root.resolve("outside"), SECRET);

        AttemptReport report = attempts.run(shell("ln -s '" + outside + "' out").out(new OutputFile("out", false)));

        assertThat(report.outcome()).isEqualTo(Outcome.NO_OUTPUT);
        assertThat(report.detail()).isEqualTo("the output out points outside the task's directory");
    }

    @Test
    void a_job_that_demands_a_sandbox_does_not_start_without_one(@TempDir Path open) throws Exception {
        AttemptReport with = attempts.run(words("true").sandbox());
        AttemptReport without = new Attempts(open).run(words("true").sandbox());

        assertThat(with.outcome()).isEqualTo(Outcome.DONE);
        assertThat(without.outcome()).isEqualTo(Outcome.NOT_STARTABLE);
        assertThat(without.detail()).isEqualTo("the job requires a sandbox, and this node has none");
    }

    /** Seconds that nobody else on this machine sleeps, as another of these tests may run beside this one. */
    private static String own(String seconds) {
        return seconds.replace("@", "." + ProcessHandle.current().pid());
    }

    private List<Long> sleepers(String... seconds) {
        List<String> own = Stream.of(seconds).map(each -> own(each + "@")).toList();
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .arguments()
                        .map(words -> words.length == 1 && own.contains(words[0]))
                        .orElse(false))
                .map(ProcessHandle::pid)
                .toList();
    }

    private static boolean isRoot() throws IOException {
        return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
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

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private String text(@Nullable ResultFile file) throws IOException {
        assertThat(file).isNotNull();
        String inline = file.inline();
        return inline == null
                ? Files.readString(attempts.results.file(ATTEMPT, file.hash()))
                : new String(Base64.getDecoder().decode(inline), StandardCharsets.UTF_8);
    }
}
