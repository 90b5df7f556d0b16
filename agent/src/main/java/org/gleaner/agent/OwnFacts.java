package org.gleaner.agent;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.gleaner.agent.disk.RecentBenchmarks;
import org.gleaner.agent.machine.Benchmark;
import org.gleaner.agent.runtime.RuntimeFinder;
import org.gleaner.core.agent.AgentInput;
import org.gleaner.core.job.Amounts;
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
    /** Most machines have answered by then; a second introduction a moment after the first would be for nothing. */
    static final Duration PATIENCE = Duration.ofSeconds(3);

    private final RecentBenchmarks benchmarks;
    private final Supplier<Amounts> provided;
    private final Consumer<AgentInput> inbox;
    private final Duration patience;
    private final AtomicReference<@Nullable NodeFacts> known = new AtomicReference<>();
    private volatile @Nullable Thread finding;

    /**
     * What is said before anything was found.
     *
     * @param provided looks for what is counted and jobs can use
     * @param patience how long the first introduction waits for programs that say their version
     */
    OwnFacts(RecentBenchmarks benchmarks, Supplier<Amounts> provided, Consumer<AgentInput> inbox, Duration patience) {
        this.benchmarks = benchmarks;
        this.provided = provided;
        this.inbox = inbox;
        this.patience = patience;
    }

    Duration benchmark() {
        return benchmarks.with(new Benchmark(System::nanoTime).run());
    }

    /** At once if nothing must be run for it; what is not found in a moment is told later. */
    NodeFacts begin(NodeFacts first, RuntimeFinder finder, ThreadFactory daemons) throws InterruptedException {
        known.set(providing(first.with(first.abilities().withRuntimes(finder.atOnce())), provided.get()));
        Optional<List<RuntimeVersion>> remembered = finder.remembered();
        if (remembered.isEmpty()) {
            CountDownLatch found = new CountDownLatch(1);
            Thread thread = daemons.newThread(() -> find(finder, found));
            finding = thread;
            thread.start();
            if (!found.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.info("still looking for runtimes; the server learns later what was found");
            }
        }
        return change(facts -> remembered
                .map(found -> facts.with(facts.abilities().withRuntimes(found)))
                .orElse(facts));
    }

    private void find(RuntimeFinder finder, CountDownLatch once) {
        try {
            finder.find(
                    found -> {
                        inbox.accept(new AgentInput.FactsFound(
                                change(facts -> facts.with(facts.abilities().withRuntimes(found)))));
                        once.countDown();
                    },
                    ASK_AGAIN);
        } catch (InterruptedException | RejectedExecutionException closing) {
            LOG.debug("the agent stopped before it had found all runtimes");
        }
    }

    private static NodeFacts providing(NodeFacts facts, Amounts amounts) {
        return facts.with(facts.abilities().withProvided(amounts));
    }

    /**
     * Called when all is quiet. A benchmark that differs by noise is not worth an introduction; a graphics card is,
     * whose driver came later than the agent.
     */
    void benchmarkAgain() {
        Amounts now = provided.get();
        if (!now.equals(change(UnaryOperator.identity()).abilities().provides())) {
            LOG.info("provides {}", now);
            inbox.accept(new AgentInput.FactsFound(change(facts -> providing(facts, now))));
        }
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
