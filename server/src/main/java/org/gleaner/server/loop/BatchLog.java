package org.gleaner.server.loop;

import org.gleaner.core.grid.BatchStep;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes down what went wrong in a batch: bugs with the id that their callers got, and a store that fails. */
public final class BatchLog implements BatchListener {
    private static final Logger LOG = LoggerFactory.getLogger(BatchLog.class);
    private boolean away;

    @Override
    public void done(Batch batch) {
        BatchStep.Result result = batch.result();
        for (BatchStep.Bug bug : result.bugs()) {
            // The command itself may hold what its owner wants kept, so only its kind is written.
            LOG.atError()
                    .setCause(bug.cause())
                    .addKeyValue("bug", bug.id())
                    .addKeyValue("command", bug.command().getClass().getSimpleName())
                    .log("a bug failed one command");
        }
        if (result.failure().isPresent() && !away) {
            LOG.atError().setCause(result.failure().get()).log("the store failed; calls get 503 until it is back");
        } else if (result.failure().isEmpty() && batch.writable() && away) {
            LOG.info("the store is back");
        }
        away = result.failure().isPresent() || !batch.writable();
    }
}
