package org.gleaner.core.ahead;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.gleaner.core.grid.Untried;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.image.SketchedJob;
import org.gleaner.core.image.SketchedNode;
import org.gleaner.core.observer.Minutes;
import org.gleaner.core.observer.TypeBelief;
import org.jspecify.annotations.Nullable;

/**
 * What a choice of policy depends on, roughly.
 *
 * @param ready tasks that may start, now or later
 * @param known the part of what they take of which it is known how long it takes
 * @param slots of the nodes that are there
 */
record Situation(long ready, double known, int slots) {
    static final Situation NONE = new Situation(0, 0, 0);

    /** There is another situation when there is so much more or less of something. */
    private static final double ANOTHER = 1.5;

    /** Of a type of which fewer were done, nobody knows how long the next ones take. */
    private static final int EXPERIENCE = 5;

    /** Before any of them is done, tasks look longer than all that are known. */
    private static final double LONGER = 2;

    private static final double MOST = 0.8;

    static Situation of(Sketch sketch) {
        Map<TypeKey, Long> types = new HashMap<>();
        Map<TypeKey, Double> said = new HashMap<>();
        long ready = 0;
        for (SketchedJob job : sketch.jobs().values()) {
            long open = (long) job.tasks().ready() + job.tasks().waiting();
            ready += open;
            types.merge(job.type(), open, Long::sum);
            Duration expected = job.spec().limits().expected();
            if (expected != null) {
                said.merge(job.type(), Minutes.of(expected), Math::max);
            }
        }
        double longest = 0;
        double known = 0;
        long unknown = 0;
        for (Map.Entry<TypeKey, Long> one : types.entrySet()) {
            TypeBelief belief = sketch.types().get(one.getKey());
            double minutes = belief != null && belief.done() >= EXPERIENCE
                    ? belief.meanWork()
                    : said.getOrDefault(one.getKey(), 0.0);
            longest = Math.max(longest, minutes);
            known += one.getValue() * minutes;
            unknown += minutes > 0 ? 0 : one.getValue();
        }
        double all = known + unknown * LONGER * longest;
        int slots = 0;
        for (SketchedNode node : sketch.nodes().values()) {
            slots += node.connected() ? node.offered().slots() : 0;
        }
        return new Situation(ready, all > 0 ? known / all : 0, slots);
    }

    /** Why nobody could tell which task should go where, or why it would make no difference; null: one can. */
    @Nullable
    Untried lacks() {
        if (ready <= 1) {
            return Untried.LITTLE_OPEN;
        }
        return slots == 0 ? Untried.NO_MACHINE : known < MOST ? Untried.UNKNOWN_LENGTHS : null;
    }

    boolean differsFrom(Situation before) {
        return isAnother((double) before.ready, (double) ready) || isAnother(before.slots, slots);
    }

    private static boolean isAnother(double before, double now) {
        return now > ANOTHER * before || now < before / ANOTHER;
    }
}
