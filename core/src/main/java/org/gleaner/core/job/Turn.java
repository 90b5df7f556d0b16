package org.gleaner.core.job;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When a job's turn comes.
 *
 * @param priority among the jobs of the same owner: the higher first
 * @param weight what part of its owner's share the job shall have, in relation to the owner's others of that priority
 * @param after what must be done before its tasks may start
 * @param begin before which none of its tasks starts; null: at once
 * @param deadline by when its owner wants it done; null: nobody said
 * @param paused whether it was submitted on hold, and its owner has released none of its tasks since
 */
public record Turn(
        int priority,
        int weight,
        List<Predecessor> after,
        @Nullable Instant begin,
        @Nullable Deadline deadline,
        boolean paused) {
    public static final Turn USUAL = new Turn(0, 1, List.of(), null, false);
    private static final int HIGHEST = 1000;
    public static final int HEAVIEST = 1000;
    static final int MOST_PREDECESSORS = 10_000;

    public Turn {
        after = List.copyOf(after);
        begin = begin == null ? null : begin.truncatedTo(ChronoUnit.MILLIS);
        if (priority < -HIGHEST || priority > HIGHEST) {
            throw new IllegalArgumentException(
                    "the priority is a number from -" + HIGHEST + " to " + HIGHEST + ", not " + priority);
        }
        if (weight < 1 || weight > HEAVIEST) {
            throw new IllegalArgumentException("the weight is a number from 1 to " + HEAVIEST + ", not " + weight);
        }
        if (after.size() > MOST_PREDECESSORS) {
            throw new IllegalArgumentException("a job can wait for at most " + MOST_PREDECESSORS + " others");
        }
    }

    /** Of a job without a deadline. */
    public Turn(int priority, int weight, List<Predecessor> after, @Nullable Instant begin, boolean paused) {
        this(priority, weight, after, begin, null, paused);
    }

    /** Those of whose results files are taken. */
    public List<Predecessor> sources() {
        return after.stream().filter(one -> !one.files().isEmpty()).toList();
    }

    public Turn with(int changedPriority, int changedWeight, @Nullable Instant changedBegin) {
        return new Turn(changedPriority, changedWeight, after, changedBegin, deadline, paused);
    }

    public Turn after(List<Predecessor> changed) {
        return new Turn(priority, weight, changed, begin, deadline, paused);
    }

    public Turn by(@Nullable Deadline changed) {
        return new Turn(priority, weight, after, begin, changed, paused);
    }

    /** On hold no longer. */
    public Turn released() {
        return new Turn(priority, weight, after, begin, deadline, false);
    }

    /** Whether none of its tasks may start yet. */
    public boolean isBeforeBegin(Instant now) {
        return begin != null && now.isBefore(begin);
    }
}
