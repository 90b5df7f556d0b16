package org.gleaner.core.job;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What an owner may change about a job while it is open; what is null stays as it is.
 *
 * @param time longest run of the attempts that start from now on; zero: no limit
 * @param begin before which no task starts; what is past means at once
 * @param deadline by when it shall be done; {@link #NO_DEADLINE}: no longer by any time
 */
public record Terms(
        @Nullable Integer priority,
        @Nullable Integer weight,
        @Nullable Integer atMost,
        @Nullable Integer maxFailures,
        @Nullable Integer maxLost,
        @Nullable Integer stopAfter,
        @Nullable Integer copies,
        @Nullable Duration time,
        @Nullable Instant begin,
        @Nullable Instant deadline) {
    /** Longer ago than anybody can write. */
    public static final Instant NO_DEADLINE = Instant.MIN;

    public static final Terms NONE = new Terms(null, null, null, null, null, null, null, null, null, null);

    /** The job under these terms; an {@link IllegalArgumentException} says what is wrong with them. */
    public JobSpec of(JobSpec spec) {
        return spec.with(limits(spec.limits())).withTurn(turn(spec.turn()));
    }

    /** Whether they make sense for any job: an {@link IllegalArgumentException} says what does not, and its bounds. */
    public void check() {
        limits(JobLimits.DEFAULT);
        turn(Turn.USUAL);
    }

    /** The same, seen at this time: nobody means a begin that is past, but as soon as may be. */
    public Terms at(Instant now) {
        return begin == null || begin.isAfter(now)
                ? this
                : new Terms(priority, weight, atMost, maxFailures, maxLost, stopAfter, copies, time, now, deadline);
    }

    private JobLimits limits(JobLimits old) {
        Duration limit = time == null ? old.time() : time;
        Duration most = limit == null || limit.isZero() ? null : limit;
        return new JobLimits(
                most,
                or(maxFailures, old.maxFailures()),
                or(maxLost, old.maxLost()),
                or(stopAfter, old.stopAfter()),
                old.retryLimits(),
                or(atMost, old.atMost()),
                or(copies, old.copies()),
                within(old.expected(), most),
                old.forewarning(),
                old.canary());
    }

    private Turn turn(Turn old) {
        return old.with(or(priority, old.priority()), or(weight, old.weight()), begin == null ? old.begin() : begin)
                .by(deadline(old.deadline()));
    }

    /** One that is set to what it is stays as it is: nobody wants to hear twice that it can't be met. */
    private @Nullable Deadline deadline(@Nullable Deadline old) {
        if (deadline == null || deadline.equals(NO_DEADLINE)) {
            return deadline == null ? old : null;
        }
        Deadline wanted = new Deadline(deadline);
        return old != null && old.at().equals(wanted.at()) ? old : wanted;
    }

    /** Whether they name a deadline that is over. */
    public boolean areTooLate(Instant now) {
        return deadline != null && !deadline.equals(NO_DEADLINE) && !deadline.isAfter(now);
    }

    /** No task runs longer than it may, whatever somebody thought before. */
    private static @Nullable Duration within(@Nullable Duration expected, @Nullable Duration most) {
        return expected != null && most != null && expected.compareTo(most) > 0 ? most : expected;
    }

    private static int or(@Nullable Integer changed, int old) {
        return changed == null ? old : changed;
    }
}
