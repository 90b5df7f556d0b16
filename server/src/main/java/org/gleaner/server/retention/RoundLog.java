package org.gleaner.server.retention;

import java.io.IOException;
import java.util.Optional;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.job.Spans;
import org.gleaner.protocol.problem.SystemWords;
import org.gleaner.protocol.thread.LogPace;
import org.gleaner.server.blob.BlobStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes down that housekeeping can't be done: why when it begins, and when it is over. Thread-safe. */
final class RoundLog {
    private static final Logger LOG = LoggerFactory.getLogger(RoundLog.class);

    private final BlobStore blobs;
    private final LogPace pace;

    RoundLog(BlobStore blobs, LogPace pace) {
        this.blobs = blobs;
        this.pace = pace;
    }

    void failed(IOException why) {
        tell(blobs.trouble().orElseGet(() -> SystemWords.of(why)));
    }

    void failed(StoreException why) {
        tell(why.advice().orElseGet(() -> String.valueOf(why.getMessage())));
    }

    private void tell(String why) {
        if (pace.lasts(why)) {
            LOG.warn("housekeeping has to wait, and is tried every minute: {}", why);
        }
    }

    void well() {
        Optional<String> lasted = pace.ends().map(Spans::text);
        lasted.ifPresent(span -> LOG.info("housekeeping goes on, after {}", span));
    }
}
