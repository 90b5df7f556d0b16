package org.gleaner.core.observer;

import java.time.Instant;

/**
 * What is believed about a type of task. All durations are in minutes.
 *
 * @param meanRuntime average of the run times of its finished tasks as they were
 * @param meanWork the same, normalised by the speed of the node
 * @param done how many were done
 * @param finished normalised run times on the grid of {@link RunLengths}, older ones counting less
 * @param footprints what its tasks used, by the class of the node
 * @param spent core-minutes that its attempts held their nodes, however they ended
 * @param tries how many of its attempts fail, and how long they hold their slots beside their run
 * @param used when it was last seen
 */
public record TypeBelief(
        double meanRuntime,
        double meanWork,
        long done,
        Bins finished,
        Footprints footprints,
        double spent,
        Tries tries,
        Instant used) {
    /** What is kept of older experience with each finished task: about the last two hundred count. */
    private static final double KEPT = 0.995;

    /** Of so many it is known how long they take. */
    private static final int ENOUGH = 5;

    private static final double NINE_TENTHS = 0.9;
    private static final int OVERLONG = 10;

    /** Nothing is known yet. */
    public static TypeBelief unknown(Instant now) {
        return new TypeBelief(0, 0, 0, Bins.empty(RunLengths.POINTS), Footprints.NONE, 0, Tries.NONE, now);
    }

    public TypeBelief {
        if (finished.size() != RunLengths.POINTS) {
            throw new IllegalArgumentException("run times are told at " + RunLengths.POINTS + " points");
        }
    }

    public TypeBelief with(Instant lastUsed) {
        return new TypeBelief(meanRuntime, meanWork, done, finished, footprints, spent, tries, lastUsed);
    }

    public boolean isKnown() {
        return done > 0;
    }

    /**
     * Minutes that none of its tasks should take on any node: far more than nearly all took that were done. No node's
     * word for its own speed changes it. Infinite as long as too few were done.
     */
    public double overlong() {
        return done < ENOUGH
                ? Double.POSITIVE_INFINITY
                : OVERLONG * WorkSpread.mixed(finished.toArray()).quantile(NINE_TENTHS);
    }

    /** A task of it was done. */
    public TypeBelief ran(double minutes, double speed, Instant now) {
        double work = minutes * speed;
        return new TypeBelief(
                isKnown() ? Ewa.next(meanRuntime, minutes) : minutes,
                isKnown() ? Ewa.next(meanWork, work) : work,
                done + 1,
                finished.fadedWith(KEPT, work),
                footprints,
                spent,
                tries,
                now);
    }

    /** An attempt of it used so much on a node of that class. */
    public TypeBelief used(NodeClass where, Consumption one, Instant now) {
        return new TypeBelief(meanRuntime, meanWork, done, finished, footprints.with(where, one), spent, tries, now);
    }

    /** An attempt of it held so much of the pool. */
    public TypeBelief took(double coreMinutes, Instant now) {
        return new TypeBelief(meanRuntime, meanWork, done, finished, footprints, spent + coreMinutes, tries, now);
    }

    /** Its attempts go like this by now. */
    public TypeBelief tried(Tries known, Instant now) {
        return new TypeBelief(meanRuntime, meanWork, done, finished, footprints, spent, known, now);
    }
}
