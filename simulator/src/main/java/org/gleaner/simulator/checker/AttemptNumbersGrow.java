package org.gleaner.simulator.checker;

import org.gleaner.core.grid.GridEvent;

/** A task's attempt numbers only grow, so that no two runs are ever mistaken for each other. */
public final class AttemptNumbersGrow implements Checker {
    @Override
    public void committed(GridEvent.Hard event, Ledger before) {
        if (event instanceof GridEvent.AttemptAssigned assigned) {
            LedgerJob job = before.job(assigned.attempt().job());
            int highest = job == null ? 0 : job.highest(assigned.attempt().ordinal());
            if (assigned.attempt().number() <= highest) {
                throw violation(assigned.attempt() + " was assigned after number " + highest);
            }
        }
    }
}
