package org.gleaner.simulator.checker;

import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredJob.AcceptedRow;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.TaskState;

/** An accepted result never changes, and its task never runs again. */
public final class ResultsStand implements Checker {
    @Override
    public void committed(GridEvent.Hard event, Ledger before) {
        if (event instanceof GridEvent.AttemptAssigned assigned) {
            mustNotBeDone(before, assigned.attempt(), "was assigned");
        } else if (event instanceof GridEvent.AttemptRevived revived) {
            mustNotBeDone(before, revived.attempt(), "was revived");
        } else if (event instanceof GridEvent.AttemptEnded ended) {
            LedgerJob job = before.job(ended.attempt().job());
            boolean done = job != null && job.stored(ended.attempt().ordinal()) == TaskState.DONE;
            boolean success = ended.report().outcome() == Outcome.DONE;
            if (done && (success || ended.then() != TaskState.DONE)) {
                throw violation("the done task of " + ended.attempt() + " was ended again: " + ended);
            }
            if (!done && success != (ended.then() == TaskState.DONE)) {
                throw violation("an attempt with " + ended.report().outcome() + " made its task " + ended.then());
            }
        } else if (event instanceof GridEvent.TasksMoved moved) {
            mustNotMoveDone(before, moved);
        }
    }

    private void mustNotBeDone(Ledger ledger, AttemptId attempt, String what) {
        LedgerJob job = ledger.job(attempt.job());
        if (job != null && job.stored(attempt.ordinal()) == TaskState.DONE) {
            throw violation(attempt + " " + what + " although its task is done");
        }
    }

    private void mustNotMoveDone(Ledger ledger, GridEvent.TasksMoved moved) {
        LedgerJob job = ledger.job(moved.job());
        if (job == null) {
            return;
        }
        moved.ordinals().toBits().stream().forEach(ordinal -> {
            if (job.stored(ordinal) == TaskState.DONE) {
                throw violation("task " + moved.job() + "." + ordinal + " is done and was moved to " + moved.to());
            }
        });
    }

    @Override
    public void ended(BatchRun last) throws StoreException {
        for (var one : last.ledger().jobs().entrySet()) {
            JobId id = one.getKey();
            var stored = last.disk().history().job(id);
            if (stored.isEmpty()) {
                throw violation("job " + id + " is not in the store");
            }
            int rows = 0;
            for (AcceptedRow row : stored.get().accepted()) {
                rows++;
                LedgerJob.Accepted accepted = one.getValue().accepted().get(row.ordinal());
                if (accepted == null || accepted.attempt() != row.attempt() || accepted.digest() != row.digest()) {
                    throw violation("the store has " + row + " of job " + id + ", accepted was " + accepted);
                }
            }
            if (rows != one.getValue().accepted().size()) {
                throw violation("job " + id + " has " + rows + " results, accepted were "
                        + one.getValue().accepted());
            }
        }
    }
}
