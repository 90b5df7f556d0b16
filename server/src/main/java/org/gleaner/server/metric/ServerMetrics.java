package org.gleaner.server.metric;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.Fate;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.gleaner.server.http.CallWatcher;
import org.gleaner.server.loop.BatchListener;

/**
 * What the server counts. Labels come only from our own tables (routes, states, outcomes), so strangers can't make
 * them grow, and no label names an owner. Thread-safe.
 */
public final class ServerMetrics implements CallWatcher, BatchListener, AutoCloseable {
    /** The text format of Prometheus. */
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private record Answer(String method, String template, int status) {}

    private static final Reply.Census NOTHING = new Reply.Census(
            0,
            TaskCounts.of(Map.of()),
            0,
            0,
            0,
            0,
            0,
            new Reply.Pool(new TreeMap<>(), Duration.ZERO, Reply.Choices.NONE));
    private static final List<String> NODE_STATES =
            List.of("connected", "suspect", "away", "paused", "draining", "drained");
    private static final int MOST_WAITING = 10_000;

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final ConcurrentHashMap<Answer, Timer> answers = new ConcurrentHashMap<>();
    private final Map<Outcome, Counter> outcomes = new EnumMap<>(Outcome.class);
    /** Choices that have a counter. */
    private final Set<String> choices = ConcurrentHashMap.newKeySet();

    private final DistributionSummary batchSizes;
    private final Timer batches;
    private final Timer commits;
    private final Timer waits;
    /** Jobs of this run of the server that nothing was started of; only the loop's thread looks here. */
    private final LinkedHashMap<JobId, Instant> waiting = new LinkedHashMap<>();

    private final JvmGcMetrics garbage = new JvmGcMetrics();
    private volatile Reply.Census census = NOTHING;

    public ServerMetrics() {
        batchSizes = DistributionSummary.builder("gleaner.batch.commands")
                .description("Commands decided together")
                .register(registry);
        batches = Timer.builder("gleaner.batch")
                .description("From the first decision of a batch to its durability")
                .register(registry);
        commits = Timer.builder("gleaner.commit")
                .description("Transactions of the store")
                .register(registry);
        for (Outcome outcome : Outcome.values()) {
            outcomes.put(
                    outcome,
                    Counter.builder("gleaner.attempts.ended")
                            .description("Attempts by how they ended")
                            .tag("outcome", outcome.word())
                            .register(registry));
        }
        for (TaskState state : TaskState.ALL) {
            Gauge.builder(
                            "gleaner.tasks",
                            () -> census.tasks().asMap().getOrDefault(state, 0).intValue())
                    .description("Tasks of open jobs by state")
                    .tag("state", state.word())
                    .register(registry);
        }
        for (String state : NODE_STATES) {
            Gauge.builder("gleaner.nodes", () -> census.pool().nodes().getOrDefault(state, 0))
                    .description("Nodes by state")
                    .tag("state", state)
                    .register(registry);
        }
        Gauge.builder(
                        "gleaner.ready.oldest.seconds",
                        () -> census.pool().oldest().toMillis() / 1000.0)
                .description("Age of the oldest job that has ready tasks")
                .register(registry);
        copies();
        waits = Timer.builder("gleaner.job.wait")
                .description("From a job's submission to its first attempt")
                .register(registry);
        census("gleaner.jobs.open", "Jobs that are not closed", Reply.Census::openJobs);
        census("gleaner.nodes.connected", "Nodes heard lately", Reply.Census::connectedNodes);
        census("gleaner.nodes.known", "Nodes that ever introduced themselves", Reply.Census::knownNodes);
        census("gleaner.slots", "Slots of connected nodes", Reply.Census::slots);
        census("gleaner.slots.used", "Slots that are taken", Reply.Census::slotsUsed);
        census("gleaner.calls.parked", "Calls of nodes that wait for an order", Reply.Census::parked);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        garbage.bindTo(registry);
    }

    private void copies() {
        FunctionCounter.builder(
                        "gleaner.copies.started", this, one -> one.choices().copies())
                .description("Copies of tasks that ran already")
                .register(registry);
        FunctionCounter.builder("gleaner.copies.won", this, one -> one.choices().copiesWon())
                .description("Copies that were done before the attempt that they copied")
                .register(registry);
        for (Fate fate : Fate.values()) {
            FunctionCounter.builder("gleaner.work.core.seconds", this, one -> one.seconds(fate))
                    .description("Time of attempts that have ended, times their cores, by what became of their work")
                    .tag("fate", fate.word())
                    .register(registry);
        }
    }

    private double seconds(Fate fate) {
        return choices().work().getOrDefault(fate, Duration.ZERO).toMillis() / 1000.0;
    }

    private void census(String name, String description, ToIntFunction<Reply.Census> value) {
        Gauge.builder(name, () -> value.applyAsInt(census))
                .description(description)
                .register(registry);
    }

    /** A number that is read when somebody looks. */
    public void gauge(String name, String description, IntSupplier value) {
        Gauge.builder(name, value::getAsInt).description(description).register(registry);
    }

    /** The same for large numbers. */
    public void amount(String name, String description, LongSupplier value) {
        Gauge.builder(name, value::getAsLong).description(description).register(registry);
    }

    /** One transaction took this long. */
    public void committed(Duration took) {
        commits.record(took);
    }

    /** Everything as text; the census is as old as this call. */
    public String scrape(Reply.Census fresh) {
        census = fresh;
        fresh.pool().choices().counts().forEach((by, rules) -> rules.keySet().forEach(rule -> choice(by, rule)));
        return scrape();
    }

    private Reply.Choices choices() {
        return census.pool().choices();
    }

    private void choice(String by, String rule) {
        if (!choices.add(by + " " + rule)) {
            return;
        }
        FunctionCounter.builder(
                        "gleaner.choices",
                        this,
                        one -> one.choices()
                                .counts()
                                .getOrDefault(by, Collections.emptySortedMap())
                                .getOrDefault(rule, 0L))
                .description("Work given to nodes, by strategy (copies: redundancy) and the rule that decided")
                .tag("by", by)
                .tag("rule", rule)
                .register(registry);
    }

    /** Everything as text, with the census of the last time. */
    public String scrape() {
        return registry.scrape();
    }

    @Override
    public void answered(String method, String template, int status, Duration took) {
        answers.computeIfAbsent(new Answer(method, template, status), this::timer)
                .record(took);
    }

    private Timer timer(Answer answer) {
        return Timer.builder("gleaner.http.requests")
                .description("Calls by route and status")
                .tag("method", answer.method())
                .tag("route", answer.template())
                .tag("status", Integer.toString(answer.status()))
                .register(registry);
    }

    @Override
    public void done(Batch batch) {
        if (batch.commands() > 0) {
            batchSizes.record(batch.commands());
            batches.record(batch.took());
        }
        for (GridEvent.Hard event : batch.result().events()) {
            waited(event);
            if (event instanceof GridEvent.AttemptEnded ended) {
                Counter counter = outcomes.get(ended.report().outcome());
                if (counter != null) {
                    counter.increment();
                }
            }
        }
    }

    private void waited(GridEvent.Hard event) {
        if (event instanceof GridEvent.JobSubmitted job && waiting.size() < MOST_WAITING) {
            waiting.put(job.job(), job.at());
        } else if (event instanceof GridEvent.AttemptAssigned assigned) {
            Instant since = waiting.remove(assigned.attempt().job());
            if (since != null) {
                waits.record(Duration.between(since, assigned.at()));
            }
        } else if (event instanceof GridEvent.JobClosed closed) {
            waiting.remove(closed.job());
        }
    }

    @Override
    public void close() {
        garbage.close();
        registry.close();
    }
}
