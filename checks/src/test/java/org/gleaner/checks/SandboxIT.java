package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.NodeSummary;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.node.Abilities;
import org.gleaner.lab.child.AgentChild;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.TaskRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent as people start it: its tasks are confined, and nothing of them outlives it. */
class SandboxIT {
    /** Seconds that nobody else on this machine sleeps, as another of these tests may run beside this one. */
    private static final String NIGHT = "9876" + ProcessHandle.current().pid();

    @TempDir
    Path temp;

    private RealGrid grid = new RealGrid(Path.of("unset"));
    private AgentChild agent;

    @BeforeEach
    void start_a_server_and_an_agent() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/bwrap")), "skipped: bubblewrap is not installed");
        grid = new RealGrid(temp).startServer();
        Files.createDirectories(temp.resolve("site"));
        agent = grid.startAgent(
                "agent", 2, List.of("--show", temp.resolve("site").toString()));
        RealGrid.until("the node is there", () -> !nodes().isEmpty());
        List<String> enforced = nodes().get(0).facts().abilities().enforced();
        assumeTrue(enforced.contains(Abilities.SANDBOX), "skipped: this machine can't make a sandbox");
    }

    @AfterEach
    void kill_everything() throws Exception {
        grid.killAll();
    }

    @Test
    void a_job_that_looks_for_tokens_finds_none() throws Exception {
        RealGrid.until("it has joined", () -> Files.exists(temp.resolve("agent/identity")));
        String identity = Files.readAllLines(temp.resolve("agent/identity")).get(1);
        String join = Files.readString(grid.data().resolve("join.token")).strip();
        String admin = Files.readString(grid.data().resolve("admin.token")).strip();
        String places = "/etc /root /home /var /run /srv /mnt '" + temp + "' \"$HOME\" /tmp";
        grid.file("tokens", identity + "\n" + join + "\n" + admin + "\n");
        String line =
                "for f in /proc/[0-9]*/cmdline /proc/[0-9]*/environ; do tr '\\0' '\\n' <$f; done 2>/dev/null >seen;"
                        + " cat '" + temp + "'/agent/* '" + temp + "'/server/*token >>seen 2>&1;"
                        + " grep -c -F -f tokens seen; grep -r -l -F -f tokens " + places
                        + " --exclude=tokens 2>/dev/null; true";

        JobId job = grid.submit("--sandbox", "--in", "tokens", "--shell", line);
        grid.untilDone(job);

        // The list of tokens itself is what the job brought; beside it nothing is found.
        assertThat(grid.well("logs", job)).isEqualTo("0\n");
    }

    @Test
    void a_job_with_a_network_opens_no_page_of_its_agent_and_pauses_nothing() throws Exception {
        Path file = temp.resolve("agent/page");
        RealGrid.until("the agent has a page", () -> Files.exists(file));
        String host = URI.create(Files.readString(file).strip()).getAuthority();
        String call = "exec 3<>/dev/tcp/" + host.replace(':', '/') + "; printf '%s / HTTP/1.1\\r\\nHost: " + host
                + "\\r\\nContent-Length: 0\\r\\n\\r\\n' $how >&3; head -n 1 <&3";

        JobId job = grid.submit(
                "--sandbox",
                "--network",
                "bash",
                "-c",
                "for how in GET POST; do " + call + "; done; cat '" + temp + "'/agent/page.key || true");
        grid.untilDone(job);

        assertThat(grid.well("logs", job)).isEqualTo("HTTP/1.1 403 Refused\r\n".repeat(2));
        assertThat(grid.well("agent", "status", "--dir", temp.resolve("agent")))
                .containsPattern("page: http://" + host + "/\\?key=[0-9a-f]{32}\n");
        assertThat(temp.resolve("agent/pause")).doesNotExist();
    }

    @Test
    void nothing_outlives_an_agent_that_is_killed_however_it_hides() throws Exception {
        Path marker = temp.resolve("agent/marker");
        grid.submit("--shell", "env -i setsid sleep " + NIGHT + " & env -i sleep " + NIGHT);
        RealGrid.until("it runs", () -> sleepers() == 2);

        agent.child().kill();

        RealGrid.until("all is gone", () -> sleepers() == 0);
        agent.start();
        RealGrid.until("it runs again", () -> sleepers() == 2);
        RealGrid.stop(agent.child());
        assertThat(sleepers()).isZero();
        assertThat(groups(Files.readString(marker).strip().substring(0, 12))).isZero();
    }

    @Test
    void tasks_read_what_the_keeper_shows_them_however_private_the_directories_above_are() throws Exception {
        grid.file("site/word", "shown\n");
        Files.setPosixFilePermissions(temp.resolve("site/word"), PosixFilePermissions.fromString("rw-r--r--"));

        JobId job = grid.submit(
                "--no-check", "--sandbox", "cat", temp.resolve("site/word").toString());
        grid.untilDone(job);

        assertThat(grid.well("logs", job)).isEqualTo("shown\n");
    }

    @Test
    void who_takes_too_much_memory_is_told_so_with_figures() throws Exception {
        JobId job =
                grid.submit("--memory", "50M", "--shell", "head -c 300000000 /dev/zero | tail -c 299999999 >/dev/null");

        RealGrid.until("it is blocked", () -> grid.tasks(job).get(0).state() == TaskState.BLOCKED);
        TaskRow.LastAttempt last = grid.tasks(job).get(0).last();
        assertThat(last).isNotNull();
        assertThat(last.cause()).isEqualTo(Outcome.OUT_OF_MEMORY);
        assertThat(last.detail()).contains("50 MB");
    }

    @Test
    void a_set_up_and_an_archive_serve_all_tasks_of_a_machine() throws Exception {
        Files.createDirectories(temp.resolve("lib"));
        grid.file("lib/numbers", "40\n2\n");
        assertThat(new Shell(temp).run("tar", "czf", "lib.tgz", "lib").exit()).isZero();

        JobId job = grid.submit(
                "--in-archive",
                "lib.tgz",
                "--setup",
                "awk '{ s += $1 } END { print s }' lib/numbers >sum",
                "--array",
                "1-6",
                "--shell",
                "cat sum");
        grid.untilDone(job);

        assertThat(grid.well("logs", job).lines().filter(line -> line.endsWith("42")))
                .hasSize(6);
        try (Stream<Path> made = Files.list(temp.resolve("agent/setups"))) {
            assertThat(made).hasSize(1);
        }
    }

    private List<NodeSummary> nodes() throws IOException, CallFailed {
        return grid.calls().nodes().get().nodes();
    }

    private static long sleepers() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .arguments()
                        .map(words -> words.length == 1 && words[0].equals(NIGHT))
                        .orElse(false))
                .count();
    }

    /** Control groups that the agent with this marker has made; those of others come and go meanwhile. */
    private static long groups(String marker) throws IOException {
        Path mounts = Path.of("/sys/fs/cgroup");
        if (!Files.isDirectory(mounts)) {
            return 0;
        }
        AtomicLong found = new AtomicLong();
        Files.walkFileTree(mounts, Set.of(), 8, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
                found.addAndGet(path.endsWith("gleaner-" + marker) ? 1 : 0);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path path, IOException gone) {
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path path, @Nullable IOException gone) {
                return FileVisitResult.CONTINUE;
            }
        });
        return found.get();
    }
}
