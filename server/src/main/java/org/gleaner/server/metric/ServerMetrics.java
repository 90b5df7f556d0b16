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
import java.time.InstantSource;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.CountedChoices;
import org.gleaner.core.grid.Fate;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.LicenceUse;
import org.gleaner.core.id.JobId;
import org.gleaner.core.image.KeeperNumbers;
import org.gleaner.core.job.Spans;
import org.gleaner.core.job.TaskState;
import org.gleaner.server.http.CallWatcher;
import org.gleaner.server.loop.BatchListener;
import org.gleaner.server.loop.LatestImage;
import org.jspecify.annotations.Nullable;

/**
 * What the server counts. Labels come only from our tables (routes, states, outcomes) and the settings, so strangers
 * can't make them grow, and no label names an owner. Thread-safe.
 */
public final class ServerMetrics implements CallWatcher, BatchListener, AutoCloseable {
    /** The text format of Prometheus. */
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private record Answer(String method, String template, int status) {}

    private static final List<String> NODE_STATES =
            List.of("connected", "disk-full", "suspect", "stopped", "away", "paused", "draining", "drained");
    private static final int MOST_WAITING = 10_000;
    private static final int BUG = 500;
    private static final Pattern STORED = Pattern.compile("^(# [A-Z]+ )?gleaner_(blobs|disk)_");

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final ConcurrentHashMap<Answer, Timer> answers = new ConcurrentHashMap<>();
    private final Map<Outcome, Counter> outcomes = new EnumMap<>(Outcome.class);
    /** Choices that have a counter. */
    private final Set<String> choices = ConcurrentHashMap.newKeySet();
    /** Licences that have a gauge; an admin names them. */
    private final Set<String> licences = ConcurrentHashMap.newKeySet();

    private final Counter bugs;
    private final DistributionSummary batchSizes;
    private final Timer batches;
    private final Timer commits;
    private final Timer waits;
    /** Jobs of this run of the server that nothing was started of; only the loop's thread looks here. */
    private final LinkedHashMap<JobId, Instant> waiting = new LinkedHashMap<>();

    private final JvmGcMetrics garbage = new JvmGcMetrics();
    private final InstantSource clock;
    private final LatestImage latest;

    public ServerMetrics(LatestImage latest, InstantSource clock) {
        this.latest = latest;
        this.clock = clock;
        // There from the start: one that begins with its first bug has not increased for an alert.
        bugs = Counter.builder("gleaner.bugs")
                .description("Calls that failed because of a bug")
                .register(registry);
        batchSizes = DistributionSummary.builder("gleaner.batch.commands")
                .description("Commands decided together")
                .register(registry);
        batches = timer("gleaner.batch", "From the first decision of a batch to its durability");
        commits = timer("gleaner.commit", "Transactions of the store");
        waits = timer("gleaner.job.wait", "From a job's submission to its first attempt");
        for (Outcome outcome : Outcome.values()) {
            outcomes.put(
                    outcome,
                    Counter.builder("gleaner.attempts.ended")
                            .description("Attempts by how they ended")
                            .tag("outcome", outcome.word())
                            .register(registry));
        }
        gaugePool();
        countWork();
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        garbage.bindTo(registry);
    }

    /** What the latest image shows. */
    private void gaugePool() {
        for (TaskState state : TaskState.ALL) {
            gauge(
                    "gleaner.tasks",
                    "Tasks of open jobs by state",
                    () -> latest.image().totals().all().tasks().asMap().getOrDefault(state, 0),
                    "state",
                    state.word());
        }
        for (String state : NODE_STATES) {
            gauge(
                    "gleaner.nodes",
                    "Nodes by state",
                    () -> latest.image().totals().nodes().getOrDefault(state, 0),
                    "state",
                    state);
        }
        gauge(
                "gleaner.ready.oldest.seconds",
                "Age of the oldest job that has ready tasks",
                () -> age(latest.image().keeper().oldest()));
        gauge(
                "gleaner.jobs.open",
                "Jobs that are not closed",
                () -> latest.image().totals().all().jobs());
        gauge(
                "gleaner.nodes.connected",
                "Nodes heard from lately",
                () -> latest.image().keeper().connectedNodes());
        gauge(
                "gleaner.nodes.known",
                "Nodes that have ever registered",
                () -> latest.image().keeper().knownNodes());
        gauge(
                "gleaner.slots",
                "Slots of connected nodes",
                () -> latest.image().totals().slots());
        gauge(
                "gleaner.slots.used",
                "Slots in use",
                () -> latest.image().totals().slotsUsed());
        gauge(
                "gleaner.calls.parked",
                "Calls of nodes that wait for work",
                () -> latest.image().keeper().parked());
    }

    /** What grows from image to image. */
    private void countWork() {
        count("gleaner.copies.started", "Copies of tasks that were already running", CountedChoices::copies);
        count("gleaner.copies.won", "Copies that finished before the attempt they copied", CountedChoices::copiesWon);
        for (Fate fate : Fate.values()) {
            count(
                    "gleaner.work.core.seconds",
                    "Core time of attempts that have ended, by what became of their work",
                    choices -> choices.work().getOrDefault(fate, Duration.ZERO).toMillis() / 1000.0,
                    "fate",
                    fate.word());
        }
    }

    private Timer timer(String name, String description, String... tags) {
        return Timer.builder(name).description(description).tags(tags).register(registry);
    }

    /** A number that is read when somebody looks. */
    public void gauge(String name, String description, Supplier<Number> value, String... tags) {
        Gauge.builder(name, value).description(description).tags(tags).register(registry);
    }

    /** The same for one that only grows. */
    public void counter(String name, String description, Supplier<Number> value) {
        // The registry keeps what it is given here only weakly.
        FunctionCounter.builder(name, this, one -> value.get().doubleValue())
                .description(description)
                .register(registry);
    }

    private double age(@Nullable Instant since) {
        return since == null ? 0 : Spans.between(since, clock.instant()).toMillis() / 1000.0;
    }

    /** A number of the image that only grows. */
    private void count(String name, String description, ToDoubleFunction<CountedChoices> value, String... tags) {
        FunctionCounter.builder(
                        name,
                        this,
                        one -> value.applyAsDouble(one.latest.image().keeper().choices()))
                .description(description)
                .tags(tags)
                .register(registry);
    }

    /** One transaction took this long. */
    public void committed(Duration took) {
        commits.record(took);
    }

    /** Everything as text; the pool is as the latest image shows it. */
    public String scrape() {
        KeeperNumbers keeper = latest.image().keeper();
        keeper.choices().counts().forEach((by, rules) -> rules.keySet().forEach(rule -> choice(by, rule)));
        keeper.licences().keySet().forEach(this::licence);
        return registry.scrape();
    }

    private void licence(String name) {
        if (licences.add(name)) {
            gauge("gleaner.licences", "Licences of the pool", () -> use(name).all(), "name", name);
            gauge("gleaner.licences.used", "Licences in use", () -> use(name).used(), "name", name);
        }
    }

    private LicenceUse use(String name) {
        return latest.image().keeper().licences().getOrDefault(name, LicenceUse.NONE);
    }

    private void choice(String by, String rule) {
        if (choices.add(by + " " + rule)) {
            count(
                    "gleaner.choices",
                    "Work assigned to nodes, by strategy (copies: redundancy) and the rule that decided",
                    choices -> choices.counts()
                            .getOrDefault(by, Collections.emptySortedMap())
                            .getOrDefault(rule, 0L),
                    "by",
                    by,
                    "rule",
                    rule);
        }
    }

    /** The same without what tells whether content that was sent was new to the server. */
    public static String withoutStorage(String text) {
        return text.lines()
                .filter(line -> !STORED.matcher(line).find())
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }

    @Override
    public void answered(String method, String template, int status, Duration took) {
        answers.computeIfAbsent(new Answer(method, template, status), this::timer)
                .record(took);
        if (status == BUG) {
            bugs.increment();
        }
    }

    private Timer timer(Answer answer) {
        return timer(
                "gleaner.http.requests",
                "Calls by route and status",
                "method",
                answer.method(),
                "route",
                answer.template(),
                "status",
                Integer.toString(answer.status()));
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
