package org.gleaner.agent;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.gleaner.agent.disk.RecentBenchmarks;
import org.gleaner.agent.machine.Benchmark;
import org.gleaner.agent.runtime.RuntimeFinder;
import org.gleaner.core.agent.AgentInput;
import org.gleaner.core.job.RuntimeVersion;
import org.gleaner.core.node.NodeFacts;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the agent says of its machine: what is known at the start, and what is found out later. Thread-safe. */
final class OwnFacts {
    private static final Logger LOG = LoggerFactory.getLogger(OwnFacts.class);
    private static final double WORTH_TELLING = 0.1;
    private static final Duration ASK_AGAIN = Duration.ofMinutes(10);

    private final RecentBenchmarks benchmarks;
    private final Consumer<AgentInput> inbox;
    private final AtomicReference<@Nullable NodeFacts> known = new AtomicReference<>();
    private volatile @Nullable Thread finding;

    OwnFacts(RecentBenchmarks benchmarks, Consumer<AgentInput> inbox) {
        this.benchmarks = benchmarks;
        this.inbox = inbox;
    }

    Duration benchmark() {
        return benchmarks.with(new Benchmark(System::nanoTime).run());
    }

    /** At once if nothing must be run for it; else what is found is told later, as nobody should wait for it. */
    NodeFacts begin(NodeFacts first, RuntimeFinder finder, ThreadFactory daemons) {
        known.set(first);
        Optional<List<RuntimeVersion>> remembered = finder.remembered();
        if (remembered.isEmpty()) {
            Thread thread = daemons.newThread(() -> find(finder));
            finding = thread;
            thread.start();
        }
        return change(facts -> remembered
                .map(found -> facts.with(facts.abilities().withRuntimes(found)))
                .orElse(facts));
    }

    private void find(RuntimeFinder finder) {
        try {
            finder.find(
                    found -> inbox.accept(new AgentInput.FactsFound(
                            change(facts -> facts.with(facts.abilities().withRuntimes(found))))),
                    ASK_AGAIN);
        } catch (InterruptedException | RejectedExecutionException closing) {
            LOG.debug("the agent stopped before it had found all runtimes");
        }
    }

    /** Called when all is quiet. A benchmark that differs by noise is not worth an introduction. */
    void benchmarkAgain() {
        Duration again = benchmark();
        NodeFacts before = change(UnaryOperator.identity());
        double ratio = again.toNanos() / (double) Math.max(1, before.benchmark().toNanos());
        if (Math.abs(ratio - 1) > WORTH_TELLING) {
            LOG.info(
                    "benchmark {} ms, was {} ms",
                    again.toMillis(),
                    before.benchmark().toMillis());
            inbox.accept(new AgentInput.FactsFound(change(facts -> facts.withBenchmark(again))));
        }
    }

    /** Stops looking for more. */
    void close() {
        Thread thread = finding;
        if (thread != null) {
            thread.interrupt();
        }
    }

    private NodeFacts change(UnaryOperator<NodeFacts> how) {
        return Objects.requireNonNull(known.updateAndGet(facts -> how.apply(Objects.requireNonNull(facts))));
    }
}
