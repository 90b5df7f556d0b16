package org.gleaner.server.loop;

import org.gleaner.core.grid.StoreException;
import org.gleaner.core.step.BatchStep;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes down what went wrong in a batch: bugs with the id that their callers got, and a store that fails. */
public final class BatchLog implements BatchListener {
    private static final Logger LOG = LoggerFactory.getLogger(BatchLog.class);
    private boolean away;
    /** Why the store failed, as the log has it already. */
    private String told = "";

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
        if (result.failure().isPresent()) {
            StoreException failure = result.failure().get();
            String why = reason(failure);
            if (!away || !why.equals(told)) {
                LOG.atError().setCause(failure).log(text(failure));
            }
            told = why;
        } else if (result.failure().isEmpty() && batch.writable() && away) {
            LOG.info("the store is back");
        }
        away = result.failure().isPresent() || !batch.writable();
    }

    private static String text(StoreException failure) {
        return failure.advice()
                .map(advice -> advice + "; calls get 503 until then")
                .orElse(
                        failure.isFull()
                                ? "the disk is full; calls get 507 until there is room"
                                : "the store failed; calls get 503 until it is back");
    }

    /** Without numbers: those of a time that was waited, or of a process, make no other reason. */
    private static String reason(StoreException failure) {
        String why = failure.getMessage() + (failure.getCause() == null ? "" : ": " + failure.getCause());
        return why.replaceAll("[0-9]+", "#");
    }
}
