package org.gleaner.simulator.checker;

import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.job.Deadline;

/** That a deadline can't be met is noted once, of a job that is open, and of the deadline that it has. */
public final class DeadlinesToldOnce implements Checker {
    @Override
    public void committed(GridEvent.Hard event, Ledger before) {
        if (!(event instanceof GridEvent.DeadlineHopeless hopeless)) {
            return;
        }
        LedgerJob job = before.job(hopeless.job());
        if (job == null || job.closed()) {
            throw violation("job " + hopeless.job() + " is over, and its deadline is called hopeless");
        }
        Deadline deadline = job.spec().turn().deadline();
        if (!new Deadline(hopeless.deadline()).equals(deadline)) {
            throw violation("job " + hopeless.job() + " has " + deadline + ", and " + hopeless.deadline()
                    + " is called hopeless");
        }
    }
}
