package org.gleaner.server.route;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.gleaner.core.id.BlobHash;
import org.gleaner.server.blob.BlobPins;

/** Blobs that a command is about to name: those that are there stay until it is decided and durable. Thread-safe. */
final class BlobClaim {
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

    /** The command is decided, or was never asked. */
    void release() {
        if (!released.getAndSet(true)) {
            pins.unpin(named);
        }
    }
}
