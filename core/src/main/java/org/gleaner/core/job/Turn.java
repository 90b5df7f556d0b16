package org.gleaner.core.job;

import java.util.List;

/**
 * When a job's turn comes.
 *
 * @param priority among the jobs of the same owner: the higher first
 * @param after what must be done before its tasks may start
 */
public record Turn(int priority, List<Predecessor> after) {
    public static final Turn USUAL = new Turn(0, List.of());
    private static final int HIGHEST = 1000;
    private static final int MOST_PREDECESSORS = 10_000;

    public Turn {
        after = List.copyOf(after);
        if (priority < -HIGHEST || priority > HIGHEST) {
            throw new IllegalArgumentException(
                    "the priority is a number from -" + HIGHEST + " to " + HIGHEST + ", not " + priority);
        }
        if (after.size() > MOST_PREDECESSORS) {
            throw new IllegalArgumentException("a job can wait for at most " + MOST_PREDECESSORS + " others");
        }
    }

    public Turn withPriority(int changed) {
        return new Turn(changed, after);
    }
}
