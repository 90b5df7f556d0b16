package org.gleaner.server.route;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.BlobHash;
import org.gleaner.server.blob.BlobPins;

/** Blobs that a command is about to name: those that are there stay until it is decided and durable. Thread-safe. */
final class BlobClaim {
    /** Something between the claim and the decision that may fail. */
    interface Work {
        void run() throws IOException, StoreException;
    }

    private final BlobPins pins;
    private final List<BlobHash> named;
    private final List<BlobHash> missing;
    private final AtomicBoolean released = new AtomicBoolean();

    BlobClaim(BlobPins pins, List<BlobHash> named, List<BlobHash> missing) {
        this.pins = pins;
        this.named = List.copyOf(named);
        this.missing = List.copyOf(missing);
    }

    /** What the caller must upload first. */
    List<BlobHash> missing() {
        return missing;
    }

    /** Does what leads to the decision; if it fails, there will be none. */
    void until(Work decision) throws IOException, StoreException {
        boolean well = false;
        try {
            decision.run();
            well = true;
        } finally {
            if (!well) {
                release();
            }
        }
    }

    /** The command is decided, or was never asked. */
    void release() {
        if (!released.getAndSet(true)) {
            pins.unpin(named);
        }
    }
}
