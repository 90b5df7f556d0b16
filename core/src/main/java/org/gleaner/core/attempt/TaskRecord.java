package org.gleaner.core.attempt;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.id.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * What is known about a task that has been tried and is not done. A task never tried has none, so an array of a million
 * tasks costs nothing per task.
 *
 * @param attempts the highest attempt number so far; numbers only grow
 * @param failures failures charged since the last reset
 * @param lost lost attempts charged since the last reset
 * @param ended those of the last {@link #REMEMBERED} attempts that ended, in order of their numbers
 */
public record TaskRecord(int attempts, int failures, int lost, List<EndedAttempt> ended) {
    public static final int REMEMBERED = 32;
    public static final TaskRecord UNTRIED = new TaskRecord(0, 0, 0, List.of());

    public TaskRecord {
        int forgotten = attempts - REMEMBERED;
        ended = ended.isEmpty() || ended.get(0).number() > forgotten
                ? List.copyOf(ended)
                : ended.stream().filter(one -> one.number() > forgotten).toList();
    }

    public TaskRecord assigned(int number) {
        return new TaskRecord(Math.max(attempts, number), failures, lost, ended);
    }

    public TaskRecord counted(int newFailures, int newLost) {
        return new TaskRecord(attempts, newFailures, newLost, ended);
    }

    /** Adds an ended attempt, or replaces what was remembered under its number. */
    public TaskRecord remembering(EndedAttempt attempt) {
        List<EndedAttempt> list = new ArrayList<>(forgetting(attempt.number()).ended);
        int at = list.size();
        while (at > 0 && list.get(at - 1).number() > attempt.number()) {
            at--;
        }
        list.add(at, attempt);
        return new TaskRecord(attempts, failures, lost, list);
    }

    public TaskRecord forgetting(int number) {
        List<EndedAttempt> list = new ArrayList<>(ended);
        list.removeIf(one -> one.number() == number);
        return new TaskRecord(attempts, failures, lost, list);
    }

    public @Nullable EndedAttempt ended(int number) {
        for (EndedAttempt one : ended) {
            if (one.number() == number) {
                return one;
            }
        }
        return null;
    }

    /** The youngest attempt that ended. */
    public @Nullable EndedAttempt latest() {
        return ended.isEmpty() ? null : ended.get(ended.size() - 1);
    }

    /** Whether the node's own last try of this task failed, be it that it ran out of time, memory or disk there. */
    public boolean failedLastOn(NodeId node) {
        EndedAttempt last = latest();
        return last != null
                && last.node().equals(node)
                && (last.outcome().charge() == Outcome.Charge.FAILURE
                        || last.outcome().charge() == Outcome.Charge.LIMIT);
    }
}
