package org.gleaner.core.placing;

import java.time.Duration;
import java.time.Instant;
import org.gleaner.core.observer.Ewa;
import org.gleaner.core.observer.Minutes;
import org.jspecify.annotations.Nullable;

/** Whether jobs keep coming, or all that is open came at once. Soft, and confined to {@link Roster}. */
final class Arrivals {
    /** Jobs that come within a minute came at once. */
    private static final double AT_ONCE = 1;

    private static final int LEAST_GAPS = 3;
    /** Silence of so many usual gaps, and a part of the time that open work takes, means that no more come. */
    private static final double OVERDUE = 4;

    private @Nullable Instant last;
    private double gap;
    private int gaps;

    void note(Instant now) {
        Instant before = last;
        last = now;
        if (before != null) {
            double minutes = Minutes.of(Duration.between(before, now));
            if (minutes >= AT_ONCE) {
                gap = gaps == 0 ? minutes : Ewa.next(gap, minutes);
                gaps++;
            }
        }
    }

    /** Whether more will probably come well before what is open could be done. */
    boolean keepComing(Instant now, double minutesOfOpenWork) {
        Instant before = last;
        return before != null
                && gaps >= LEAST_GAPS
                && gap < minutesOfOpenWork / 10
                && Minutes.of(Duration.between(before, now)) < OVERDUE * Math.max(gap, AT_ONCE) + minutesOfOpenWork / 3;
    }
}
