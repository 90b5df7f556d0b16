package org.gleaner.core.ahead;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.id.JobId;
import org.gleaner.core.image.SketchedJob;
import org.gleaner.core.image.SketchedNode;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.node.Demand;
import org.gleaner.core.node.Duty;
import org.gleaner.core.node.Match;
import org.gleaner.core.observer.Footprint;
import org.gleaner.core.observer.TypeBelief;
import org.gleaner.core.scheduling.Redundancies;
import org.jspecify.annotations.Nullable;

/**
 * What could be done for an open job to start or be done sooner: finds what there is to try, tries it, the
 * cheapest first, and stops at the first that helps. Confined to one thread.
 */
public final class Remedies {
    /** So many nodes that are given no work are tried at most. */
    private static final int MOST_RESUMED = 2;

    /** Of so many tasks it must be known what they used. */
    private static final int SEEN = 5;

    /** What tasks used so far, some may exceed: so many deviations, and this much beyond. */
    private static final double DEVIATIONS = 4;

    private static final double RESERVE = 1.25;

    private static final long STEP = 256L << 20;

    /** A gain must be this part of the time that is left at least, and so long. */
    private static final double WORTH = 0.1;

    private static final Duration LEAST = Duration.ofMinutes(1);

    /** That a job starts sooner is told if it is this part of the time until it is done. */
    private static final double NOTABLE = 0.02;

    /** In this part of the futures it must help. */
    private static final double MOSTLY = 0.8;

    private static final int HIGHEST = 1000;

    /** Others rarely help where these do not. */
    private static final List<String> STRATEGIES = List.of("survival", "mixed");

    /**
     * One that helps, and how much.
     *
     * @param finish null: when the job is done hardly changes
     * @param start null: the job has started, or when it will hardly changes
     */
    public record Found(Remedy remedy, Contrast.@Nullable Difference finish, Contrast.@Nullable Difference start) {}

    private final Sketch sketch;
    private final Prospect now;

    /** @param now what is to come of the sketch as it is */
    public Remedies(Sketch sketch, Prospect now) {
        this.sketch = sketch;
        this.now = now;
    }

    /**
     * The cheapest that helps; nothing of a job that is in no future.
     *
     * @param admin whether whoever asks may do what only admins can
     * @param futures in how many each is tried
     * @param tired whether enough was tried; asked before each future
     */
    public Optional<Found> cheapest(SketchedJob job, boolean admin, int futures, BooleanSupplier tired) {
        for (Remedy remedy : now.leftOut().contains(job.id()) ? List.<Remedy>of() : all(job)) {
            if (remedy.isForAdmins() && !admin) {
                continue;
            }
            Contrast contrast = new Contrast(now, now.with(remedy.variation(job)));
            while (contrast.futures() < futures) {
                if (tired.getAsBoolean()) {
                    return Optional.empty();
                }
                contrast.look();
            }
            Found found = found(remedy, job, contrast);
            if (found.finish() != null || found.start() != null) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    private Found found(Remedy remedy, SketchedJob job, Contrast contrast) {
        if (!contrast.foresees(job.id())) {
            return new Found(remedy, null, null);
        }
        Contrast.Difference finish = contrast.of(List.of(job.id()));
        Contrast.Difference start = contrast.start(job.id());
        boolean starts = !job.hasStarted() && isWorthIt(start, contrast.futures()) && isNotable(start, finish);
        return new Found(remedy, isWorthIt(finish, contrast.futures()) ? finish : null, starts ? start : null);
    }

    private boolean isNotable(Contrast.Difference start, Contrast.Difference finish) {
        Duration gain = start.gain().p50();
        Instant done = finish.then().p50();
        return gain == null
                || done == null
                || gain.toMillis() > NOTABLE * Duration.between(now.now(), done).toMillis();
    }

    private boolean isWorthIt(Contrast.Difference difference, int futures) {
        Instant before = difference.now().p50();
        Instant after = difference.then().p50();
        if (after == null || difference.gain().sooner() < MOSTLY * futures) {
            return false;
        }
        if (before == null) {
            return true;
        }
        Duration gain = Duration.between(after, before);
        double left = Duration.between(now.now(), before).toMillis();
        return gain.compareTo(LEAST) > 0 && gain.toMillis() > WORTH * left;
    }

    /** All that could be tried, the cheapest first: what a word of its owner does, and at last what costs money. */
    List<Remedy> all(SketchedJob job) {
        List<Remedy> all = new ArrayList<>();
        priority(job, all);
        JobLimits limits = job.spec().limits();
        if (limits.atMost() > 0) {
            all.add(new Remedy.NoLimit(limits.atMost()));
        }
        String redundancy = sketch.settings().text(Setting.REDUNDANCY);
        if (limits.copies() == 1 && !redundancy.equals(Redundancies.OFF.name())) {
            all.add(new Remedy.Copies(1, JobLimits.MOST_COPIES));
        }
        needs(job, all);
        resumed(job.spec(), all);
        String strategy = sketch.settings().text(Setting.STRATEGY);
        for (String other : STRATEGIES) {
            if (!other.equals(strategy)) {
                all.add(new Remedy.OtherStrategy(strategy, other));
            }
        }
        oneMore(job.spec(), all);
        return all;
    }

    private void priority(SketchedJob job, List<Remedy> all) {
        int own = job.spec().turn().priority();
        int highest = Integer.MIN_VALUE;
        for (SketchedJob other : sketch.jobs().values()) {
            JobId id = other.id();
            if (!id.equals(job.id()) && other.owner().equals(job.owner())) {
                highest = Math.max(highest, other.spec().turn().priority());
            }
        }
        if (highest >= own && highest < HIGHEST) {
            all.add(new Remedy.Priority(own, highest + 1));
        }
    }

    private void needs(SketchedJob job, List<Remedy> all) {
        Requirements needs = job.spec().needs();
        TypeBelief belief = sketch.types().get(job.type());
        Footprint used =
                belief == null ? Footprint.UNKNOWN : belief.footprints().all();
        boolean fits = sketch.nodes().values().stream().anyMatch(node -> isThere(node) && fits(job.spec(), node));
        MemorySize memory = needs.memory();
        if (memory != null) {
            boolean seen = used.memory().count() >= SEEN;
            double bytes = seen
                    ? RESERVE
                            * (used.memory().mean() + DEVIATIONS * used.memory().deviation())
                    : fits
                            ? memory.bytes()
                            : most(node -> node.offered().memory().bytes());
            long enough = seen ? (long) Math.ceil(bytes / STEP) * STEP : (long) bytes / STEP * STEP;
            if (enough > 0 && enough < memory.bytes()) {
                all.add(new Remedy.Memory(memory, new MemorySize(enough), seen));
            }
        }
        boolean seen = used.share().count() >= SEEN;
        double cores = seen
                ? Math.ceil(used.share().mean() + used.share().deviation())
                : fits ? needs.cores() : most(node -> node.offered().slots());
        if (cores >= 1 && cores < needs.cores()) {
            all.add(new Remedy.Cores(needs.cores(), (int) cores, seen));
        }
    }

    /** What one of the nodes gives. */
    private interface Given {
        double of(SketchedNode node);
    }

    private double most(Given given) {
        double most = 0;
        for (SketchedNode node : sketch.nodes().values()) {
            most = isThere(node) ? Math.max(most, given.of(node)) : most;
        }
        return most;
    }

    private void resumed(JobSpec spec, List<Remedy> all) {
        sketch.nodes().values().stream()
                .filter(node -> node.connected() && node.row().duty() != Duty.WORKING && fits(spec, node))
                .sorted(Comparator.comparing(node -> -node.offered().slots()))
                .limit(MOST_RESUMED)
                .forEach(node -> all.add(new Remedy.Resume(
                        node.id(), node.row().facts().name(), node.row().duty())));
    }

    private void oneMore(JobSpec spec, List<Remedy> all) {
        SketchedNode best = null;
        for (SketchedNode node : sketch.nodes().values()) {
            if (isThere(node) && fits(spec, node)) {
                best = best == null || isFaster(node, best) ? node : best;
            }
        }
        @Nullable SketchedNode like = best;
        if (like != null) {
            all.add(new Remedy.OneMore(like.id(), like.row().facts().name()));
        }
    }

    private static boolean isFaster(SketchedNode one, SketchedNode other) {
        return one.row().facts().benchmark().compareTo(other.row().facts().benchmark()) < 0;
    }

    private static boolean isThere(SketchedNode node) {
        return node.connected()
                && node.row().duty() == Duty.WORKING
                && node.offered().slots() > 0;
    }

    private static boolean fits(JobSpec spec, SketchedNode node) {
        return Match.mismatches(spec.type(), Demand.of(spec), node.row().facts(), node.offered())
                .isEmpty();
    }
}
