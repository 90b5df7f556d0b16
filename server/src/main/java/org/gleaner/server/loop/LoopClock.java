package org.gleaner.server.loop;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.gleaner.core.job.Spans;
import org.jspecify.annotations.Nullable;

/**
 * The server's time: runs with the monotonic clock and finds its way to the one on the wall, which people set and
 * machines lose.
 *
 * <ul>
 *   <li>Without a step it runs at most a twentieth faster and a fifth slower than time passes.
 *   <li>If the wall clock is more than a minute ahead (it was set right, or the machine slept), one step leads
 *       there. To the grid that is a pause of its own, so nobody looks dead. A step of more than a day is in doubt
 *       for a day.
 *   <li>If the wall clock is more than a minute behind, that is in doubt: this clock runs slower and does not
 *       follow for a day, as what is written meanwhile would look old when the wall clock is set right. At once it goes
 *       back only to where it was before a step that is in doubt.
 *   <li>It does not begin before the instant at which the last run of the server ended.
 *   <li>While anything is in doubt, nobody removes anything by its age. What it went ahead in steps, however small,
 *       counts for no age for a day: the wall clock may have been set wrong by hours only.
 * </ul>
 *
 * Thread-safe.
 */
public final class LoopClock implements ServerClock {
    /** What is less is a matter of running faster or slower. */
    private static final Duration STEP = Duration.ofMinutes(1);

    private static final Duration FAR = Duration.ofDays(1);
    private static final Duration DOUBTED_FOR = Duration.ofDays(1);
    private static final int FASTER = 20;
    private static final int SLOWER = 5;

    private enum Doubt {
        NONE,
        /** The wall clock went far ahead, and this one with it. */
        AHEAD,
        /** The wall clock is behind this one. */
        BEHIND
    }

    private final InstantSource wall;
    private final LongSupplier nanos;
    private Instant now;
    private long lookedAt;
    private Duration off = Duration.ZERO;
    private Doubt doubt = Doubt.NONE;
    private long doubtedAt;
    /** What all steps ahead of the last day come to. */
    private Duration leap = Duration.ZERO;

    private long leaptAt;
    /** Where this clock would be without the step that is in doubt. */
    private @Nullable Instant unstepped;

    public LoopClock(InstantSource wall) {
        this(wall, System::nanoTime, null);
    }

    /** @param last where the last run of the server ended; null: nobody knows */
    public LoopClock(InstantSource wall, LongSupplier nanos, @Nullable Instant last) {
        this.wall = wall;
        this.nanos = nanos;
        Instant shown = wall.instant();
        // It never begins before the last run ended; after a short break there is nothing to catch up with.
        this.now = last == null || isSoonAfter(last, shown) ? shown : last;
        this.lookedAt = nanos.getAsLong();
        look();
    }

    private static boolean isSoonAfter(Instant last, Instant shown) {
        return shown.isAfter(last) && Duration.between(last, shown).compareTo(STEP) <= 0;
    }

    @Override
    public synchronized Instant instant() {
        look();
        return now.truncatedTo(ChronoUnit.MILLIS);
    }

    @Override
    public synchronized Duration leap() {
        look();
        return leap;
    }

    @Override
    public synchronized Optional<String> doubt() {
        look();
        return switch (doubt) {
            case NONE -> Optional.empty();
            case AHEAD ->
                Optional.of("its clock jumped ahead by " + Spans.text(ahead()) + ", to "
                        + now.truncatedTo(ChronoUnit.SECONDS) + ", so for a day it deletes nothing by age");
            case BEHIND ->
                Optional.of("the clock of its machine is " + Spans.text(off.abs())
                        + " behind the server's own time, so the server deletes nothing by age, and jobs with a begin"
                        + " time start early; it follows that clock within a day");
        };
    }

    private Duration ahead() {
        Instant before = unstepped;
        return before == null ? Duration.ZERO : Duration.between(before, now);
    }

    private void look() {
        long at = nanos.getAsLong();
        long passed = Math.max(0, at - lookedAt);
        lookedAt = at;
        now = now.plusNanos(passed);
        if (unstepped != null) {
            unstepped = unstepped.plusNanos(passed);
        }
        if (at - leaptAt >= DOUBTED_FOR.toNanos()) {
            leap = Duration.ZERO;
        }
        Instant shown = wall.instant();
        off = Duration.between(now, shown);
        if (off.compareTo(STEP) > 0) {
            stepAhead(shown, at);
        } else if (off.compareTo(STEP.negated()) < 0) {
            fallBack(shown, passed, at);
        } else {
            if (doubt == Doubt.BEHIND || isOver(at)) {
                settle();
            }
            now = now.plusNanos(Math.max(-passed / SLOWER, Math.min(passed / FASTER, off.toNanos())));
        }
    }

    private void stepAhead(Instant shown, long at) {
        leaptAt = leap.isZero() ? at : leaptAt;
        leap = leap.plus(off);
        if (off.compareTo(FAR) > 0) {
            // After several such steps the first is the one that counts.
            Instant before = unstepped == null ? now : unstepped;
            begin(Doubt.AHEAD, at);
            unstepped = before;
        } else if (doubt == Doubt.BEHIND) {
            settle();
        }
        now = shown;
        off = Duration.ZERO;
    }

    private void fallBack(Instant shown, long passed, long at) {
        Instant before = unstepped;
        boolean wasWrong = doubt == Doubt.AHEAD
                && before != null
                && Duration.between(before, shown).abs().compareTo(FAR) <= 0;
        if (wasWrong || (doubt == Doubt.BEHIND && isOver(at))) {
            now = shown;
            off = Duration.ZERO;
            leap = Duration.ZERO;
            settle();
            return;
        }
        if (doubt != Doubt.BEHIND) {
            begin(Doubt.BEHIND, at);
        }
        now = now.minusNanos(passed / SLOWER);
    }

    private void begin(Doubt which, long at) {
        doubt = which;
        doubtedAt = at;
        unstepped = null;
    }

    private boolean isOver(long at) {
        return doubt != Doubt.NONE && at - doubtedAt >= DOUBTED_FOR.toNanos();
    }

    private void settle() {
        doubt = Doubt.NONE;
        unstepped = null;
    }
}
