package org.gleaner.checks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.CommitReply;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.NodeCalls;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.message.Content;
import org.gleaner.protocol.message.Welcome;
import org.gleaner.protocol.problem.ProblemKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Machines and users that mean harm, against a server and commands as people run them. */
final class RogueIT {
    private static final Capacity ONE_SLOT = new Capacity(1, new MemorySize(1L << 30));
    private static final Introduction MACHINE = new Introduction(
            new NodeFacts("rogue", "linux", "amd64", 1, Duration.ofMillis(100), "0.1.0"), ONE_SLOT, List.of());

    @TempDir
    private Path directory;

    private RealGrid grid;
    private NodeCalls door;

    @BeforeEach
    void start() throws Exception {
        grid = new RealGrid(directory).startServer();
        String join = Files.readString(grid.data().resolve("join.token"), UTF_8).strip();
        door = new NodeCalls(
                new ServerConnection(new Endpoint(URI.create(grid.url()), null, join), CallTimeouts.DEFAULT));
    }

    @AfterEach
    void stop() throws Exception {
        grid.killAll();
    }

    @Test
    void what_a_rogue_agent_brings_is_not_written_into_the_directory_of_who_fetches() throws Exception {
        Path here = grid.file("mark", "").toAbsolutePath().resolve("..").normalize();
        JobId job = grid.submit("--out", "result", "true");
        Welcome welcome = door.introduce(MACHINE).get();
        NodeCalls node = door.withToken(String.valueOf(welcome.token()));
        Introduced as = welcome.introduced();
        node.sync(as.node(), report(as, Duration.ZERO)).get();
        ResultFile hook = file(".git/hooks/pre-commit");
        ResultFile hidden = file("result/.git/hooks/pre-commit");

        Answer<CommitReply> refused = node.commit(as.node(), done(as, job, hook));
        CommitReply taken =
                node.commit(as.node(), done(as, job, hidden, file("result/a"))).get();
        grid.well("get", job, "--to", ".");

        assertThat(refused)
                .isInstanceOfSatisfying(
                        Answer.Refused.class,
                        why -> assertThat(why.problem().is(ProblemKind.UNDECLARED_OUTPUT))
                                .isTrue());
        assertThat(taken.answers()).hasSize(1);
        assertThat(here.resolve(".git")).doesNotExist();
        assertThat(here.resolve("result/.git")).doesNotExist();
        assertThat(here.resolve("result/a")).exists();
        assertThat(Files.isExecutable(here.resolve("result/a"))).isFalse();
    }

    @Test
    void a_node_token_makes_few_nodes_and_their_waiting_calls_keep_no_user_out() throws Exception {
        Welcome welcome = door.introduce(MACHINE).get();
        NodeCalls first = door.withToken(String.valueOf(welcome.token()));
        List<CompletableFuture<?>> waiting = new ArrayList<>();
        int minted = 0;
        for (int i = 0; i < 300; i++) {
            if (first.introduce(MACHINE, "", true) instanceof Answer.Success<Welcome> copy) {
                minted++;
                NodeCalls node = first.withToken(String.valueOf(copy.value().token()));
                Introduced as = copy.value().introduced();
                assertThat(node.introduce(MACHINE, "", true)).isInstanceOf(Answer.Refused.class);
                waiting.add(
                        CompletableFuture.supplyAsync(() -> node.sync(as.node(), report(as, Duration.ofSeconds(5)))));
            }
        }

        assertThat(minted).isBetween(10, 100);
        assertThat(grid.well("status", "--json")).contains("\"version\":1");
        assertThat(waiting).isNotEmpty();
    }

    private static SyncReport report(Introduced as, Duration patience) {
        return new SyncReport(as.incarnation(), 1, List.of(), ONE_SLOT, 0, patience);
    }

    private static ResultFile file(String name) {
        return Content.inline(name, "#!/bin/sh\n".getBytes(UTF_8), true);
    }

    private static CommitCall done(Introduced as, JobId job, ResultFile... outputs) {
        AttemptReport report = new AttemptReport(
                AttemptId.of(job.value(), 1, 1),
                Outcome.DONE,
                0,
                "",
                AttemptReport.Usage.NONE,
                Outputs.of(List.of(outputs)),
                null,
                null,
                "");
        return new CommitCall(as.incarnation(), List.of(report), false);
    }
}
