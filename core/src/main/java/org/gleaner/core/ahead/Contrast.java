package org.gleaner.core.ahead;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.gleaner.core.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * What difference a variation of the pool makes. Both are looked at in the same futures, so that what differs between
 * one future and the next cancels out. Confined to one thread.
 */
public final class Contrast {
    private static final double FEW = 0.1;
    private static final double HALF = 0.5;
    private static final double MOST = 0.9;

    /** It is done with one of them and never with the other; as many milliseconds, one way or the other. */
    private static final long ENDLESS = Long.MAX_VALUE;

    private final Prospect now;
    private final Prospect then;

    /**
     * How much sooner something is done; less than nothing: later.
     *
     * @param p10 with a chance of one in ten it gains no more; null: by more than a year, one way or the other; so with
     *     the others
     * @param sooner in how many futures it is done sooner
     * @param later in how many it is done later
     */
    public record Gain(
            @Nullable Duration p10,
            @Nullable Duration p50,
            @Nullable Duration p90,
            int sooner,
            int later) {}

    /** When something is done as things are, when with the variation, and the difference. */
    public record Difference(Forecast.Span now, Forecast.Span then, Gain gain) {}

    /** @param then the same with a variation, see {@link Prospect#with} */
    public Contrast(Prospect now, Prospect then) {
        this.now = now;
        this.then = then;
    }

    /** Looks at one future more of both. */
    public void look() {
        while (now.futures() <= then.futures()) {
            now.look();
        }
        then.look();
    }

    public int futures() {
        return Math.min(now.futures(), then.futures());
    }

    public Prospect now() {
        return now;
    }

    public Prospect then() {
        return then;
    }

    /**
     * When the last of these jobs is done. Those that nobody will ever see done, the one way or the other, do not
     * count, and neither do those that are only supposed.
     */
    public Difference of(Collection<JobId> jobs) {
        List<JobId> counted = counted(jobs);
        long[] before = new long[futures()];
        long[] after = new long[futures()];
        for (int future = 0; future < before.length; future++) {
            for (JobId job : counted) {
                before[future] = Math.max(before[future], finish(now, future, job));
                after[future] = Math.max(after[future], finish(then, future, job));
            }
        }
        if (counted.isEmpty()) {
            Arrays.fill(before, Course.NEVER);
            Arrays.fill(after, Course.NEVER);
        }
        return new Difference(now.span(before), then.span(after), gain(before, after));
    }

    /** When the first task of this job starts. */
    public Difference start(JobId job) {
        long[] before = new long[futures()];
        long[] after = new long[futures()];
        for (int future = 0; future < before.length; future++) {
            before[future] = start(now, future, job);
            after[future] = start(then, future, job);
        }
        return new Difference(now.span(before), then.span(after), gain(before, after));
    }

    /** Whether the job is open and in the futures, with the variation and without: else there is nothing to compare. */
    public boolean foresees(JobId job) {
        return now.foresees(job) && then.foresees(job);
    }

    /** Those of these jobs that somebody will see done, the one way or the other. */
    public List<JobId> counted(Collection<JobId> jobs) {
        List<JobId> counted = new ArrayList<>();
        for (JobId job : jobs) {
            if (foresees(job) && (isEverDone(now, job) || isEverDone(then, job))) {
                counted.add(job);
            }
        }
        return counted;
    }

    private boolean isEverDone(Prospect prospect, JobId job) {
        for (int future = 0; future < futures(); future++) {
            if (finish(prospect, future, job) != Course.NEVER) {
                return true;
            }
        }
        return false;
    }

    private static long finish(Prospect prospect, int future, JobId job) {
        Glimpse.Times times = prospect.glimpse(future).of(job);
        return times == null ? Course.NEVER : times.finish();
    }

    private static long start(Prospect prospect, int future, JobId job) {
        Glimpse.Times times = prospect.glimpse(future).of(job);
        return times == null ? Course.NEVER : times.start();
    }

    private static Gain gain(long[] before, long[] after) {
        long[] gains = new long[before.length];
        int sooner = 0;
        int later = 0;
        for (int future = 0; future < gains.length; future++) {
            gains[future] = gain(before[future], after[future]);
            sooner += gains[future] > 0 ? 1 : 0;
            later += gains[future] < 0 ? 1 : 0;
        }
        Arrays.sort(gains);
        return new Gain(at(gains, FEW), at(gains, HALF), at(gains, MOST), sooner, later);
    }

    private static long gain(long before, long after) {
        if (before == after) {
            return 0;
        }
        return before == Course.NEVER ? ENDLESS : after == Course.NEVER ? -ENDLESS : before - after;
    }

    /** Between the two that are nearest. */
    private static @Nullable Duration at(long[] sorted, double part) {
        if (sorted.length == 0) {
            return Duration.ZERO;
        }
        double place = part * (sorted.length - 1);
        long below = sorted[(int) place];
        long above = sorted[Math.min((int) place + 1, sorted.length - 1)];
        boolean certain = place == (int) place;
        if (Math.abs(below) == ENDLESS || (!certain && Math.abs(above) == ENDLESS)) {
            return null;
        }
        return Duration.ofMillis(Math.round(certain ? below : below + (place - (int) place) * (above - below)));
    }
}
