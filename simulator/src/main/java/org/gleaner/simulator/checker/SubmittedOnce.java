package org.gleaner.simulator.checker;

import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.id.JobId;

/** A submission with a key makes one job, however often it is sent. */
public final class SubmittedOnce implements Checker {
    @Override
    public void committed(GridEvent.Hard event, Ledger before) {
        if (event instanceof GridEvent.JobSubmitted submitted && submitted.key() != null) {
            JobId earlier = before.submittedWith(submitted.key());
            if (earlier != null) {
                throw violation("key " + submitted.key() + " made job " + earlier + " and now " + submitted.job());
            }
        }
    }
}
