package org.gleaner.simulator.checker;

import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.TaskState;

/** Nothing runs before what it waits for is done. A predecessor that was deleted no longer counts. */
public final class PredecessorsFirst implements Checker {
    @Override
    public void committed(GridEvent.Hard event, Ledger before) {
        if (event instanceof GridEvent.AttemptAssigned assigned) {
            check(assigned.attempt(), before);
        } else if (event instanceof GridEvent.AttemptRevived revived) {
            check(revived.attempt(), before);
        }
    }

    private void check(AttemptId attempt, Ledger ledger) {
        LedgerJob job = ledger.job(attempt.job());
        if (job == null) {
            return;
        }
        for (Predecessor one : job.spec().turn().after()) {
            LedgerJob first = ledger.job(one.job());
            if (first == null) {
                continue;
            }
            for (int ordinal = 1; ordinal <= first.spec().tasks(); ordinal++) {
                boolean counts = (one.tasks().isEmpty() || one.tasks().contains(ordinal))
                        && (!one.each() || ordinal == attempt.ordinal());
                if (counts && first.stored(ordinal) != TaskState.DONE) {
                    throw violation(attempt + " was started, but it waits for task " + ordinal + " of job " + one.job()
                            + ", which is " + first.stored(ordinal));
                }
            }
        }
    }
}
