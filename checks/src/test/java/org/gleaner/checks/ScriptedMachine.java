package org.gleaner.checks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.gleaner.agent.disk.AgentDirectory;
import org.gleaner.agent.disk.DirectoryInUse;
import org.gleaner.agent.disk.DirectoryRefused;
import org.gleaner.agent.disk.NodeIdentity;
import org.gleaner.core.grid.NodeSummary;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.observer.Stay;
import org.gleaner.lab.child.AgentChild;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.NodeCalls;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.message.Welcome;

/** A machine with a past and a script of kills for its agent, which is a process of its own. */
final class ScriptedMachine implements AutoCloseable {
    /** All of them are one machine, so none is faster, whatever else it had to do when it was measured. */
    private static final Duration BENCHMARK = Duration.ofMillis(1);

    private static final Capacity ONE_SLOT = new Capacity(1, new MemorySize(1 << 30));

    private final RealGrid grid;
    private final AgentChild agent;
    private final NodeCalls calls;
    private final Path place;
    private final NodeIdentity identity;
    private final NodeFacts facts;
    private volatile boolean over;
    private final AtomicInteger deaths = new AtomicInteger();
    private CompletableFuture<Boolean> script = CompletableFuture.completedFuture(true);

    private ScriptedMachine(
            RealGrid grid, AgentChild agent, NodeCalls calls, Path place, NodeIdentity identity, NodeFacts facts) {
        this.grid = grid;
        this.agent = agent;
        this.calls = calls;
        this.place = place;
        this.identity = identity;
        this.facts = facts;
    }

    /** A new machine of the pool, with nothing to offer until its agent is started. */
    static ScriptedMachine join(RealGrid grid, String name)
            throws IOException, CallFailed, DirectoryInUse, DirectoryRefused {
        String token =
                Files.readString(grid.data().resolve("join.token"), UTF_8).strip();
        NodeCalls calls = new NodeCalls(new ServerConnection(Endpoint.of(grid.url(), token), CallTimeouts.DEFAULT));
        String version = grid.calls().health().get().version();
        NodeFacts facts = new NodeFacts(name, "linux", "x64", 1, BENCHMARK, version);
        Welcome welcome = calls.introduce(new Introduction(facts, Capacity.NOTHING, List.of()))
                .get();
        NodeIdentity identity = new NodeIdentity(welcome.introduced().node(), String.valueOf(welcome.token()));
        Path place = grid.directory().resolve(name);
        try (AgentDirectory directory = AgentDirectory.open(place)) {
            directory.remember(identity);
        }
        return new ScriptedMachine(
                grid, grid.agent(name, 1), calls.withToken(identity.token()), place, identity, facts);
    }

    AgentChild agent() {
        return agent;
    }

    NodeId node() {
        return identity.node();
    }

    void start() throws IOException {
        try (AgentDirectory directory = AgentDirectory.open(place)) {
            directory.benchmarks().with(BENCHMARK);
        } catch (DirectoryInUse | DirectoryRefused running) {
            throw new IllegalStateException("its agent runs already, or its directory is not its own", running);
        }
        agent.start();
    }

    /** Tells of stays that had hardly begun when the next one did, as agents tell it, without a process for each. */
    void hasDied(int times) throws CallFailed {
        for (int i = 0; i < times; i++) {
            calls.introduce(new Introduction(facts, ONE_SLOT, List.of(), new Stay("past-" + i, Duration.ZERO)))
                    .get();
        }
    }

    /** Its agent is started and killed so often, each time as soon as the server knows of it. */
    void die(int times) throws IOException, CallFailed, InterruptedException {
        for (int i = 0; i < times; i++) {
            int before = incarnation();
            start();
            RealGrid.until("it is back", () -> incarnation() > before);
            agent.child().kill();
        }
    }

    private int incarnation() throws IOException, CallFailed {
        return grid.calls().nodes().get().nodes().stream()
                .filter(one -> one.id().equals(node()))
                .mapToInt(NodeSummary::incarnation)
                .sum();
    }

    /** From now on its agent is killed whenever it has begun a task, and started again. */
    ScriptedMachine keepDying() {
        script = CompletableFuture.supplyAsync(() -> {
            try {
                while (!over) {
                    start();
                    RealGrid.until(
                            "it runs something",
                            () -> over || !agent.place().taskProcesses().isEmpty());
                    agent.child().kill();
                    deaths.incrementAndGet();
                }
                return true;
            } catch (IOException | InterruptedException failed) {
                throw new IllegalStateException(failed);
            }
        });
        return this;
    }

    int deaths() {
        return deaths.get();
    }

    @Override
    public void close() {
        over = true;
        assertThat(script.orTimeout(30, TimeUnit.SECONDS).join()).isTrue();
    }
}
