package org.gleaner.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.gleaner.agent.disk.AgentDirectory;
import org.gleaner.agent.disk.DirectoryInUse;
import org.gleaner.agent.disk.DirectoryRefused;
import org.gleaner.agent.disk.KeptResults;
import org.gleaner.agent.disk.NodeIdentity;
import org.gleaner.agent.person.HouseRules;
import org.gleaner.agent.runtime.Probe;
import org.gleaner.agent.sandbox.Fence;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.RuntimeVersion;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Held;
import org.gleaner.core.observer.Stay;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** The whole agent with real processes and files, against a server in memory. */
@Timeout(900)
final class AgentProgramComponentTest {
    private static final AttemptId A = AttemptId.of(7, 1, 1);
    private static final AttemptId B = AttemptId.of(7, 2, 1);
    private static final Duration SOON = Duration.ofMinutes(5);

    private final FakeServer server = new FakeServer();
    private Path dir;
    private List<Probe> probes = List.of();
    private AgentProgram program;
    private CompletableFuture<Boolean> end = CompletableFuture.completedFuture(true);

    @BeforeEach
    void prepare(@TempDir Path directory) {
        dir = directory.resolve("agent");
        program = program(FakeServer.JOIN_TOKEN);
    }

    @AfterEach
    void stop() throws Exception {
        program.stop();
        end.get(300, TimeUnit.SECONDS);
    }

    @Test
    void runs_what_it_is_given_and_sends_the_results() throws Exception {
        server.give(A, 0, "cat in > out; head -c 5000 in >> /dev/null", List.of(server.put("in", "content")), "out");
        server.give(B, 1, "head -c 5000 /dev/zero > big", List.of(), "big");
        start();

        await().atMost(SOON).until(() -> server.accepted().size() == 2);

        AttemptReport small = report(A);
        assertThat(small.outcome()).isEqualTo(Outcome.DONE);
        assertThat(Base64.getDecoder()
                        .decode(String.valueOf(small.outputs().files().get(0).inline())))
                .isEqualTo("content".getBytes(StandardCharsets.UTF_8));
        ResultFile big = report(B).outputs().files().get(0);
        assertThat(server.blob(big.hash())).isEqualTo(new byte[5000]);
        await().atMost(SOON).until(() -> isEmpty(dir.resolve("results")) && isEmpty(dir.resolve("work")));
    }

    @Test
    void asked_to_stop_it_kills_says_so_if_there_is_time_and_ends() throws Exception {
        server.give(A, 0, "setsid sleep 600.617 & sleep 600.617", List.of());
        start();
        await().atMost(SOON)
                .until(() ->
                        server.syncs().stream().anyMatch(sync -> !sync.holds().isEmpty()));

        program.stop();

        assertThat(end.get(300, TimeUnit.SECONDS)).isTrue();
        assertThat(ProcessHandle.allProcesses().map(process -> process.info().commandLine()))
                .noneMatch(line -> line.orElse("").contains("600.617"));
        assertThat(server.syncs().get(server.syncs().size() - 1).offer()).isEqualTo(Capacity.NOTHING);
        // A machine that shuts down does not wait: on a busy one the server learns of the end by the agent's silence.
        assertThat(server.accepted().values())
                .allSatisfy(report -> assertThat(report.outcome()).isEqualTo(Outcome.STOPPED));
    }

    @Test
    void a_stop_order_is_confirmed_when_the_tree_is_dead() throws Exception {
        server.give(A, 0, "trap '' TERM; sleep 600; sleep 601", List.of());
        start();
        await().atMost(SOON)
                .until(() ->
                        server.syncs().stream().anyMatch(sync -> !sync.holds().isEmpty()));

        server.stop(A);

        await().atMost(SOON).until(() -> server.accepted().containsKey(A));
        assertThat(report(A).outcome()).isEqualTo(Outcome.STOPPED);
    }

    @Test
    void a_join_whose_answer_gets_lost_is_said_again_with_the_same_key_and_the_next_join_has_another()
            throws Exception {
        server.loseJoins(2);
        start();

        await().atMost(SOON).until(() -> !server.syncs().isEmpty());

        assertThat(server.joinKeys()).hasSize(3).containsOnly(server.joinKeys().get(0));
        assertThat(server.joinKeys().get(0)).matches("[A-Za-z0-9_-]{22,64}");
        assertThat(dir.resolve("join.key")).doesNotExist();
    }

    @Test
    void works_on_while_the_server_is_away_and_delivers_afterwards() throws Exception {
        server.give(A, 0, "until [ -e " + dir + "/go ]; do sleep 0.05; done; echo ok", List.of());
        start();
        await().atMost(SOON)
                .until(() ->
                        server.syncs().stream().anyMatch(sync -> !sync.holds().isEmpty()));

        server.goAway(true);
        Files.createFile(dir.resolve("go"));
        await().atMost(SOON).until(() -> Files.exists(dir.resolve("results/7.1-1.json")));
        server.goAway(false);

        await().atMost(SOON).until(() -> server.accepted().containsKey(A));
        assertThat(report(A).outcome()).isEqualTo(Outcome.DONE);
        assertThat(server.introductions()).hasSize(1);
    }

    @Test
    void a_new_life_offers_the_results_of_the_last_one_and_kills_what_it_left() throws Exception {
        BlobHash hash = new BlobHash("a".repeat(64));
        Process leftover = earlierLife(hash);
        start();

        await().atMost(SOON).until(() -> server.accepted().containsKey(A));

        assertThat(server.introductions().get(0).holds()).containsExactly(Held.of(A, Held.State.FINISHED));
        assertThat(server.blob(hash)).isEqualTo(new byte[] {1, 2, 3});
        assertThat(leftover.isAlive()).isFalse();
        assertThat(dir.resolve("work/7.9-1")).doesNotExist();
    }

    @Test
    void a_second_agent_in_the_same_directory_is_told_so() throws Exception {
        start();
        await().atMost(SOON).until(() -> !server.introductions().isEmpty());

        assertThatThrownBy(() -> program(FakeServer.JOIN_TOKEN).run(server))
                .isInstanceOfSatisfying(
                        AgentFailed.class,
                        failed ->
                                assertThat(failed.trouble().why()).contains("Another agent", "is using the directory"));
    }

    @Test
    void a_wrong_token_ends_the_agent_with_an_explanation() {
        assertThatThrownBy(() -> program("wrong").run(server)).isInstanceOfSatisfying(AgentFailed.class, failed -> {
            assertThat(failed.trouble().why()).isEqualTo("It did not accept the join token.");
        });
    }

    @Test
    void keeps_its_identity_where_only_its_owner_can_read_it() throws Exception {
        start();
        await().atMost(SOON).until(() -> !server.syncs().isEmpty());

        assertThat(Files.readAllLines(dir.resolve("identity"))).startsWith("3", FakeServer.NODE_TOKEN);
        assertThat(Files.getPosixFilePermissions(dir.resolve("identity"))).hasSize(2);
    }

    private Process earlierLife(BlobHash hash) throws IOException, DirectoryInUse, DirectoryRefused {
        try (AgentDirectory before = AgentDirectory.open(dir)) {
            before.remember(new NodeIdentity(FakeServer.NODE, FakeServer.NODE_TOKEN));
            KeptResults results = new KeptResults(before.results());
            Files.createDirectories(results.files(A));
            Files.write(results.file(A, hash), new byte[] {1, 2, 3});
            ResultFile file = new ResultFile("out", hash, 3, false, null);
            results.keep(new AttemptReport(
                    A, Outcome.DONE, 0, "", AttemptReport.Usage.NONE, Outputs.of(List.of(file)), null, null, ""));
            Files.createDirectories(before.work().resolve("7.9-1/files"));
            ProcessBuilder builder = new ProcessBuilder("setsid", "sleep", "600");
            builder.environment().put("GLEANER_AGENT", before.marker());
            return builder.start();
        }
    }

    @Test
    void shows_what_a_task_wrote_so_far_and_never_what_a_link_leads_to() throws Exception {
        Files.createDirectories(dir);
        Files.writeString(dir.resolve("secret"), "not for the task");
        server.giveWithPartial(
                A,
                "mkdir -p out; rm out/old; echo one > out/a; head -c 5000 /dev/zero > out/big; ln -s " + dir
                        + "/secret out/link; echo said; until [ -e " + dir
                        + "/move ]; do sleep 0.05; done; mv out/a out/b; until [ -e " + dir
                        + "/go ]; do sleep 0.05; done; rm out/link",
                "out",
                server.put("out/old", "of an earlier attempt"));
        start();

        await().atMost(SOON)
                .until(() -> server.shown().keySet().equals(Set.of("out/a", "out/big", "stderr", "stdout")));

        assertThat(server.shown().get("out/big")).isEqualTo(new byte[5000]);
        assertThat(server.shown().get("stdout")).isEqualTo("said\n".getBytes(StandardCharsets.UTF_8));
        Files.createFile(dir.resolve("move"));
        await().atMost(SOON)
                .until(() -> server.shown().keySet().equals(Set.of("out/b", "out/big", "stderr", "stdout")));
        Files.createFile(dir.resolve("go"));
        await().atMost(SOON).until(() -> server.accepted().containsKey(A));
        assertThat(report(A).outcome()).isEqualTo(Outcome.DONE);
        await().atMost(SOON).until(() -> isEmpty(dir.resolve("work")));
    }

    @Test
    void tells_which_runtimes_it_has_and_remembers_them_when_it_starts_again() throws Exception {
        List<RuntimeVersion> found = List.of(new RuntimeVersion("made-up", "1.2.3"));
        probes = List.of(Probe.named("made-up=echo Made up, release v1.2.3"), Probe.named("silent=true"));
        program = program(FakeServer.JOIN_TOKEN);
        start();
        await().atMost(SOON)
                .until(() -> !server.introductions().isEmpty() && lastRuntimes().equals(found));
        int before = server.introductions().size();

        program.stop();
        end.get(300, TimeUnit.SECONDS);
        program = program(FakeServer.JOIN_TOKEN);
        start();
        await().atMost(SOON).until(() -> server.introductions().size() == before + 1);

        assertThat(lastRuntimes()).isEqualTo(found);
        assertThat(server.introductions().get(before).facts().abilities().tags())
                .containsExactly("lab=3");
        assertThat(server.introductions()
                        .get(before)
                        .facts()
                        .abilities()
                        .provides()
                        .of("board"))
                .isEqualTo(2);
    }

    @Test
    void runtimes_that_are_found_late_are_told_and_are_no_second_registration_in_the_log() throws Exception {
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        Logger logger = (Logger) LoggerFactory.getLogger(EffectExecutor.class);
        logger.addAppender(lines);
        logger.setLevel(Level.INFO);
        try {
            probes = List.of(Probe.named("slow=until [ -e " + dir + "/go ]; do sleep 0.05; done; echo v1.2.3"));
            program = program(FakeServer.JOIN_TOKEN);
            start();
            awaitSyncOf(1);

            Files.createFile(dir.resolve("go"));
            awaitSyncOf(2);
            // The next one is for the same runtimes.
            server.restart();
            awaitSyncOf(4);

            assertThat(lastRuntimes()).containsExactly(new RuntimeVersion("slow", "1.2.3"));
            assertThat(lines.list)
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .filteredOn(line -> line.startsWith("registered") || line.startsWith("told"))
                    .containsExactly(
                            "registered as node n3 (incarnation 1)",
                            "told the server which runtimes were found",
                            "registered as node n3 (incarnation 4)");
        } finally {
            logger.detachAppender(lines);
            logger.setLevel(null);
        }
    }

    /** It has taken in what it was told at that introduction. */
    private void awaitSyncOf(int incarnation) {
        await().atMost(SOON).until(() -> server.syncs().stream().anyMatch(sync -> sync.incarnation() == incarnation));
    }

    @Test
    void a_stop_ends_a_stay_and_taking_the_place_of_an_older_program_does_not() throws Exception {
        start();
        await().atMost(SOON).until(() -> server.introductions().size() == 1);
        program.stop();
        end.get(300, TimeUnit.SECONDS);
        try (AgentDirectory between = AgentDirectory.open(dir)) {
            between.stay().handOver(new Stay("older", Duration.ofHours(1)));
        }

        program = program(FakeServer.JOIN_TOKEN);
        start();
        await().atMost(SOON).until(() -> server.introductions().size() == 2);
        program.stop();
        end.get(300, TimeUnit.SECONDS);
        program = program(FakeServer.JOIN_TOKEN);
        start();
        await().atMost(SOON).until(() -> server.introductions().size() == 3);

        List<Stay> stays =
                server.introductions().stream().map(Introduction::stay).toList();
        assertThat(stays.get(1).id()).isEqualTo("older");
        assertThat(stays.get(1).lasted()).isGreaterThanOrEqualTo(Duration.ofHours(1));
        assertThat(stays.stream().map(Stay::id)).doesNotHaveDuplicates().doesNotContain("");
    }

    private List<RuntimeVersion> lastRuntimes() {
        List<Introduction> said = server.introductions();
        return said.get(said.size() - 1).facts().abilities().runtimes();
    }

    private AgentProgram program(String token) {
        AgentOptions options = new AgentOptions(
                URI.create("http://127.0.0.1:9"),
                () -> token,
                dir,
                "test",
                Map.of("PATH", "/usr/bin:/bin", "GLEANER_AGENT_PRIORITY", "normal"),
                new AgentOptions.Conditions(
                        AgentOptions.Share.of(2, new MemorySize(1 << 20), null, null),
                        Fence.NONE,
                        new AgentOptions.Declared(
                                "pc-3", List.of("lab=3"), List.of(), Amounts.parse(List.of("board=2")), probes),
                        HouseRules.NONE));
        return new AgentProgram(options, null);
    }

    private void start() {
        end = CompletableFuture.supplyAsync(() -> {
            try {
                program.run(server);
                return true;
            } catch (AgentFailed | InterruptedException failed) {
                throw new IllegalStateException(failed);
            }
        });
    }

    private AttemptReport report(AttemptId attempt) {
        AttemptReport report = server.accepted().get(attempt);
        assertThat(report).isNotNull();
        return report;
    }

    private static boolean isEmpty(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            return files.findAny().isEmpty();
        }
    }
}
