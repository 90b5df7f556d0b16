package org.gleaner.core.open;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskState;
import org.jspecify.annotations.Nullable;

/** What those that wait for a job have to hear of it. Soft: a job that is loaded tells again all that is over. */
final class News {
    private List<Integer> done = List.of();
    private @Nullable BitSet cancelled;
    private boolean blocked;
    private boolean sealed;
    private boolean recalled;

    void ended(GridEvent.AttemptEnded event, boolean isNew) {
        if (isNew && event.then() == TaskState.DONE) {
            done = done.isEmpty() ? new ArrayList<>() : done;
            done.add(event.attempt().ordinal());
        }
        blocked |= event.then() == TaskState.BLOCKED;
    }

    void cancelled(Ordinals tasks) {
        cancelled = cancelled == null ? new BitSet() : cancelled;
        cancelled.or(tasks.toBits());
    }

    /** No more tasks come: all of it may be over now. */
    void sealed() {
        sealed = true;
    }

    void recall() {
        recalled = true;
    }

    List<Integer> done() {
        return done;
    }

    /** Not what was put back since. */
    BitSet cancelled(TaskStates states) {
        BitSet lately = recalled ? states.all() : cancelled;
        return lately == null ? new BitSet() : states.select(lately, TaskState.CANCELLED);
    }

    boolean isRecalled() {
        return recalled;
    }

    boolean isEmpty() {
        return done.isEmpty() && cancelled == null && !blocked && !sealed && !recalled;
    }
}
