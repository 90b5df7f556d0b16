package org.gleaner.core.ahead;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;
import org.gleaner.core.grid.Policy;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.Survey;
import org.gleaner.core.id.JobId;
import org.gleaner.core.image.SketchedJob;
import org.jspecify.annotations.Nullable;

/** What is to come of the pool: several futures, and what they have in common. Confined to one thread. */
public final class Prospect {
    private static final double FEW = 0.1;
    private static final double HALF = 0.5;
    private static final double MOST = 0.9;

    /** Nobody looks further than this, in milliseconds. */
    private static final long HORIZON = 365L * 24 * 60 * 60 * 1000;

    private final Outset outset;
    private final long seed;
    private final LongFunction<RandomGenerator> chances;
    private final List<Glimpse> glimpses = new ArrayList<>();

    /**
     * @param sketch must not change as long as more futures are looked at
     * @param timeout how long it takes until somebody notices that a machine is gone
     * @param settings by which the pool differs from the sketch
     * @param chances streams of chance by number
     */
    public Prospect(
            Sketch sketch,
            Instant now,
            Duration timeout,
            Map<String, String> settings,
            long seed,
            LongFunction<RandomGenerator> chances) {
        this(new Outset(sketch, now, timeout, settings, null), seed, chances);
    }

    Prospect(Outset outset, long seed, LongFunction<RandomGenerator> chances) {
        this.outset = outset;
        this.seed = seed;
        this.chances = chances;
    }

    /** What is to come if the pool were different: to be looked at in the same futures as this one. */
    public Prospect with(Variation variation) {
        Sketch varied = variation.of(outset.sketch(), outset.now());
        Survey known = outset.survey();
        Map<String, String> settings = new TreeMap<>(outset.settings());
        settings.keySet().removeAll(variation.settings().keySet());
        if (variation.settings().containsKey(Setting.STRATEGY.word())) {
            // What was chosen is a strategy for an objective: without the one there is not the other.
            settings.remove(Setting.OBJECTIVE.word());
        }
        return new Prospect(new Outset(varied, outset.now(), outset.timeout(), settings, known), seed, chances);
    }

    /** By which work is given out in it. */
    public Policy policy() {
        return outset.policy();
    }

    /**
     * The same, to be looked at from the begin by somebody who may not have the time.
     *
     * @param patience asked again and again while a future is looked at; what it throws ends that look, which then does
     *     not count
     */
    public Prospect heeding(Runnable patience) {
        return new Prospect(outset, seed, number -> {
            patience.run();
            return chances.apply(number);
        });
    }

    Glimpse glimpse(int future) {
        return glimpses.get(future);
    }

    /** Open jobs, also those that are only supposed. */
    public NavigableMap<JobId, SketchedJob> jobs() {
        return outset.sketch().jobs();
    }

    Instant now() {
        return outset.now();
    }

    /** Looks at one future more; how many tasks were started there. */
    public int look() {
        // The first one may remain the only one, and should lie in the middle.
        SharedLuck luck = glimpses.isEmpty() ? SharedLuck.OWN : SharedLuck.SHARED;
        Glimpse glimpse = new Future(outset, seed + glimpses.size(), luck, chances).look(HORIZON);
        glimpses.add(glimpse);
        return glimpse.starts();
    }

    public int futures() {
        return glimpses.size();
    }

    /** When the last open job was done that can be done, in milliseconds from now, on average. */
    double makespan() {
        return glimpses.stream().mapToLong(Glimpse::makespan).average().orElse(0);
    }

    /** After how many milliseconds from now an open task was done, on average. */
    double flow() {
        return glimpses.stream().mapToDouble(one -> one.flow(null)).average().orElse(0);
    }

    /** Of these nothing is said, as too many jobs are open that all differ; known before anybody looks. */
    public Set<JobId> leftOut() {
        return Collections.unmodifiableSet(outset.leftOut());
    }

    /** Whether the job is in the futures: of all others they say nothing, not even that it is never done. */
    boolean foresees(JobId job) {
        return !glimpses.isEmpty()
                && !outset.leftOut().contains(job)
                && glimpses.get(0).of(job) != null;
    }

    /** Nothing if the job was not open or is left out, or nobody has looked yet. */
    public Optional<Forecast> of(JobId job) {
        if (!foresees(job)) {
            return Optional.empty();
        }
        Forecast.Span start = span(job, Glimpse.Times::start);
        return Optional.of(new Forecast(start, span(job, Glimpse.Times::finish)));
    }

    /**
     * Whether in most futures tasks of the job, or of one that it waits for, fail for good: then somebody has to act,
     * and its finish is when all others are done.
     */
    public boolean fails(JobId job) {
        long blocked = glimpses.stream().filter(one -> one.isBlocked(job)).count();
        return 2 * blocked > glimpses.size();
    }

    private Forecast.Span span(JobId job, ToLongFunction<Glimpse.Times> what) {
        long[] times = new long[glimpses.size()];
        for (int i = 0; i < times.length; i++) {
            Glimpse.Times one = glimpses.get(i).of(job);
            times[i] = one == null ? Course.NEVER : what.applyAsLong(one);
        }
        return span(times);
    }

    /** @param times one of each future, in milliseconds */
    Forecast.Span span(long[] times) {
        long[] sorted = times.clone();
        Arrays.sort(sorted);
        return new Forecast.Span(at(sorted, FEW), at(sorted, HALF), at(sorted, MOST));
    }

    /** Between the two that are nearest. */
    private @Nullable Instant at(long[] sorted, double part) {
        // So that of all that may come the wanted part lies before it, not only of those that were drawn.
        double place = Math.max(0, Math.min(sorted.length - 1, part * (sorted.length + 1) - 1));
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        if (sorted[below] == Course.NEVER || (sorted[above] == Course.NEVER && place > below)) {
            return null;
        }
        double millis = sorted[above] == Course.NEVER
                ? sorted[below]
                : sorted[below] + (place - below) * (sorted[above] - sorted[below]);
        return outset.now().plusMillis(Math.round(millis));
    }
}
