package org.gleaner.simulator.checker;

import org.gleaner.core.grid.GridEvent;

/** Of a job one task of which goes first nothing else starts until a task is done, and that one runs once at a time. */
public final class FirstAlone implements Checker {
    @Override
    public void committed(GridEvent.Hard event, Ledger before) {
        if (!(event instanceof GridEvent.AttemptAssigned assigned)) {
            return;
        }
        LedgerJob job = before.job(assigned.attempt().job());
        int first = job == null ? 0 : job.canary();
        if (job != null
                && first > 0
                && (assigned.attempt().ordinal() != first || !job.live().isEmpty())) {
            throw violation(assigned.attempt() + " was started although task " + first + " goes first; live: "
                    + job.live().keySet());
        }
    }
}
