package org.gleaner.core.observer;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import org.gleaner.core.attempt.Outcome;

/**
 * What is believed about a node: how long it usually stays, how its attempts usually end, and at which ages its stays
 * ended. All durations are in minutes.
 *
 * @param uptimes the last ones, ended
 * @param outcomes +1 for each attempt done, -1 for each that failed, of the last ones
 * @param deaths ends of a stay by its age then; older ones count less
 * @param exposure time spent at each age by stays that ended, forgotten as deaths are
 */
public record NodeBelief(Recent uptimes, Recent outcomes, Bins deaths, Bins exposure, Presence presence) {
    /** What is kept of older experience when a stay ends. */
    private static final double KEPT = 0.9;

    public static final NodeBelief NEW =
            new NodeBelief(Recent.NONE, Recent.NONE, Bins.empty(Ages.BINS), Bins.empty(Ages.BINS), Presence.NONE);

    public NodeBelief {
        if (deaths.size() != Ages.BINS || exposure.size() != Ages.BINS) {
            throw new IllegalArgumentException("ages are counted in " + Ages.BINS + " bins");
        }
    }

    /** The usual uptime in minutes; 0 as long as none has ended. */
    public double usualUptime() {
        return uptimes.average();
    }

    /** From -1, all failed, to 1, all done. */
    public double reliability() {
        return outcomes.average();
    }

    /** Whether one of the last attempts here was done. */
    public boolean hasDone() {
        return Arrays.stream(outcomes.values()).anyMatch(rating -> rating > 0);
    }

    public NodeBelief with(Presence changed) {
        return new NodeBelief(uptimes, outcomes, deaths, exposure, changed);
    }

    /** An attempt ended here; how it counts is settled in one place. */
    public NodeBelief after(Outcome outcome) {
        return switch (outcome) {
            case DONE -> rated(1);
            case EXITED, NO_OUTPUT, NOT_STARTABLE, LOST, EVICTED -> rated(-1);
            case STOPPED, RETURNED, TIMED_OUT, OUT_OF_MEMORY, OUT_OF_DISK, INPUT_LOST -> this;
        };
    }

    private NodeBelief rated(double rating) {
        Recent rated = outcomes.with(rating);
        return rated.equals(outcomes) ? this : new NodeBelief(uptimes, rated, deaths, exposure, presence);
    }

    /** The stay ended in a way that would have ended an attempt; the next one begins when the node is heard again. */
    public NodeBelief died(Instant at) {
        double age = presence.minutes(at);
        double[] died = deaths.times(KEPT).toArray();
        double[] spent = exposure.times(KEPT).toArray();
        died[Ages.bin(age)]++;
        expose(spent, age);
        return new NodeBelief(
                uptimes.with(age),
                outcomes,
                Bins.of(died),
                Bins.of(spent),
                new Presence(presence.stay(), Duration.ZERO, null, presence.seen()));
    }

    /** Adds the time that a stay of this age spent in each bin. */
    static void expose(double[] exposure, double age) {
        for (int bin = 0; bin < Ages.BINS && Ages.from(bin) < age; bin++) {
            exposure[bin] += Math.min(age, Ages.from(bin + 1)) - Ages.from(bin);
        }
    }
}
