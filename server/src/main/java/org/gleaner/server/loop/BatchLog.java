package org.gleaner.server.loop;

import org.gleaner.core.grid.StoreException;
import org.gleaner.core.job.Spans;
import org.gleaner.core.step.BatchStep;
import org.gleaner.protocol.thread.LogPace;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes down what went wrong in a batch: bugs with the id that their callers got, and a store that fails. */
public final class BatchLog implements BatchListener {
    private static final Logger LOG = LoggerFactory.getLogger(BatchLog.class);

    private final LogPace pace;

    public BatchLog() {
        this(new LogPace());
    }

    BatchLog(LogPace pace) {
        this.pace = pace;
    }

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
            if (pace.lasts(reason(failure))) {
                boolean known = failure.isFull() || failure.advice().isPresent();
                LOG.atError().setCause(known ? null : failure).log(text(failure));
            }
        } else if (batch.writable()) {
            pace.ends().ifPresent(lasted -> LOG.info("the store is back, after {}", Spans.text(lasted)));
        }
    }

    private static String text(StoreException failure) {
        return failure.advice()
                .map(advice -> advice + "; calls get 503 until then")
                .orElse(
                        failure.isFull()
                                ? "the disk is full; calls get 507 until there is room"
                                : "the store failed; calls get 503 until it is back");
    }

    private static String reason(StoreException failure) {
        return failure.getMessage() + (failure.getCause() == null ? "" : ": " + failure.getCause());
    }
}
