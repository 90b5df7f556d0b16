package org.gleaner.core.job;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which machines an owner singles out, beside what they must be.
 *
 * @param on ids, names or tags of nodes, of which one must be the node's; none: any node will do
 * @param notOn the same, of which none may be the node's
 * @param minSpeed in relation to the mean of the pool; null: none is too slow
 */
public record Machines(
        List<String> on, List<String> notOn, @Nullable Double minSpeed) {
    public static final Machines ANY = new Machines(List.of(), List.of(), null);
    private static final int MOST = 64;
    private static final double LEAST_SPEED = 0.01;
    private static final double MOST_SPEED = 100;

    public Machines {
        on = List.copyOf(on);
        notOn = List.copyOf(notOn);
        if (on.size() > MOST || notOn.size() > MOST) {
            throw new IllegalArgumentException("a job names at most " + MOST + " machines; use tags");
        }
        on.forEach(word -> Label.check("machine", word));
        notOn.forEach(word -> Label.check("machine", word));
        if (minSpeed != null && !(minSpeed >= LEAST_SPEED && minSpeed <= MOST_SPEED)) {
            throw new IllegalArgumentException("the speed is a number from " + LEAST_SPEED + " to "
                    + Math.round(MOST_SPEED) + ", where 1 is the mean of the pool, not " + minSpeed);
        }
    }
}
