package org.gleaner.server.problem;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.server.blob.BlobStore;
import org.gleaner.server.retention.Unnamed;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What problems keep as blobs. A state of which a later checkpoint took the place goes at once, and so does what a
 * round wrote that was not taken: a problem may make both faster than the sweep removes them. That is for blobs alone
 * that we wrote and nobody has sent or asked for since; what else is no longer named is the sweep's, as what an earlier
 * run of the server wrote is. Thread-safe.
 */
final class ProblemShelf {
    private static final Logger LOG = LoggerFactory.getLogger(ProblemShelf.class);

    private final BlobStore blobs;
    private final Unnamed unnamed;
    /** The state of the last checkpoint that was taken; guarded by itself. */
    private final Map<JobId, Written> states = new HashMap<>();

    /**
     * A blob that we wrote.
     *
     * @param since by its file; somebody else counts on it, too, if that has changed
     */
    record Written(BlobHash hash, Instant since) {}

    ProblemShelf(BlobStore blobs, Unnamed unnamed) {
        this.blobs = blobs;
        this.unnamed = unnamed;
    }

    /** @param scratch a file that may be overwritten */
    ProblemBlobs begin(Path scratch) {
        return new ProblemBlobs(this, blobs, scratch);
    }

    /**
     * A checkpoint is durable.
     *
     * @param state of it
     * @param after the same; null: it was there before this round
     */
    void saved(JobId job, BlobHash state, @Nullable Written after) {
        Written before;
        synchronized (states) {
            before = states.get(job);
            if (before != null && before.hash().equals(state)) {
                return;
            }
            before = after == null ? states.remove(job) : states.put(job, after);
        }
        remove(before == null ? List.of() : List.of(before));
    }

    /** No checkpoint of it follows. */
    void forget(JobId job) {
        synchronized (states) {
            states.remove(job);
        }
    }

    /** What is kept though nobody needs it costs only room: the sweep removes it later. */
    void remove(List<Written> written) {
        if (written.isEmpty()) {
            return;
        }
        Map<BlobHash, Instant> ours = new HashMap<>();
        written.forEach(one -> ours.put(one.hash(), one.since()));
        try {
            List<BlobHash> gone = unnamed.remove(ours.keySet(), hash -> isOurs(hash, ours.get(hash)));
            LOG.debug("{} of {} blobs that no problem needs any more were removed", gone.size(), ours.size());
        } catch (IOException | StoreException kept) {
            LOG.warn("what problems no longer need stays until the next sweep: {}", kept.toString());
        }
    }

    private boolean isOurs(BlobHash hash, @Nullable Instant since) {
        try {
            return blobs.since(hash).equals(Optional.ofNullable(since));
        } catch (IOException unreadable) {
            return false;
        }
    }
}
