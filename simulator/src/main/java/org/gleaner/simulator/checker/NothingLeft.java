package org.gleaner.simulator.checker;

import org.gleaner.core.id.JobId;

/** When all work is over, no attempt lives on, cancelled tasks' included, and no finished job stays open. */
public final class NothingLeft implements Checker {
    @Override
    public void ended(BatchRun last) {
        for (var one : last.ledger().jobs().entrySet()) {
            JobId id = one.getKey();
            LedgerJob job = one.getValue();
            if (!job.live().isEmpty()) {
                throw violation("attempts live on although all is over: " + job.live());
            }
            boolean over = true;
            for (int ordinal = 1; ordinal <= job.spec().tasks(); ordinal++) {
                over &= job.stored(ordinal).isFinal();
            }
            if (over && !job.closed()) {
                throw violation("all tasks of job " + id + " are over and it is still open");
            }
        }
    }
}
