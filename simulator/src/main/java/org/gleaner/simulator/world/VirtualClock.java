package org.gleaner.simulator.world;

import java.time.Duration;
import java.time.Instant;
import org.gleaner.core.ahead.Timeline;

/** The clock of one machine: it runs a little too fast or too slow, and it can jump. */
public final class VirtualClock {
    private static final double MILLION = 1e6;

    private final Timeline timeline;
    private final double rate;
    private Instant trueSince;
    private Instant shownSince;

    /** @param driftPpm how many microseconds it gains in a second; negative if it is slow */
    public VirtualClock(Timeline timeline, double driftPpm) {
        this.timeline = timeline;
        this.rate = 1 + driftPpm / MILLION;
        this.trueSince = timeline.now();
        this.shownSince = timeline.now();
    }

    public Instant now() {
        long passed = Duration.between(trueSince, timeline.now()).toNanos();
        return shownSince.plusNanos((long) (passed * rate));
    }

    /** The true instant at which this clock will show that time, if it does not jump before. */
    public Instant whenItShows(Instant shown) {
        long left = Duration.between(now(), shown).toNanos();
        // One microsecond later, as rounding must not let a timer ring before its time.
        return timeline.now().plusNanos((long) (left / rate) + 1000);
    }

    public void jump(Duration by) {
        shownSince = now().plus(by);
        trueSince = timeline.now();
    }
}
