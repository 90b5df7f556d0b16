package org.gleaner.simulator.checker;

import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.job.TaskState;

/** One live attempt per task, only of tasks that may run, and no more of a job than its owner allowed. */
public final class LiveWithinPolicy implements Checker {
    @Override
    public void committed(GridEvent.Hard event, Ledger before) {
        if (event instanceof GridEvent.AttemptAssigned assigned) {
            check(before, assigned.attempt(), false);
        } else if (event instanceof GridEvent.AttemptRevived revived) {
            check(before, revived.attempt(), true);
        }
    }

    private void check(Ledger ledger, AttemptId attempt, boolean revived) {
        LedgerJob job = ledger.job(attempt.job());
        if (job == null || job.closed()) {
            throw violation(attempt + " was started although its job is not open");
        }
        if (!job.live(attempt.ordinal()).isEmpty()) {
            throw violation(attempt + " was started while " + job.live(attempt.ordinal()) + " lives");
        }
        TaskState state = job.stored(attempt.ordinal());
        if (state != TaskState.READY && !(revived && state == TaskState.PAUSED)) {
            throw violation(attempt + " was started although its task is " + state);
        }
        int atMost = job.spec().limits().atMost();
        if (atMost > 0 && job.live().size() >= atMost) {
            throw violation(attempt + " was started although " + job.live().size() + " of the job's at most " + atMost
                    + " live: " + job.live());
        }
    }
}
