package org.gleaner.server.blob;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.gleaner.core.id.BlobHash;

/**
 * Keeps sweeping and naming apart. Whoever is about to name a blob pins it before looking whether it is there, until
 * the command that names it is decided and durable; whoever sweeps dooms it before looking whether anybody names it,
 * until it is deleted or spared. A blob is never both, so no command can name what is being deleted. Thread-safe.
 */
public final class BlobPins {
    /** Not the wall clock: a backup that was begun before somebody set it would hold sweeps for hours. */
    private final LongSupplier nanoTime;

    private final Map<BlobHash, Integer> pinned = new HashMap<>();
    private final Set<BlobHash> doomed = new HashSet<>();
    private long heldSince;
    private long heldNanos;

    public BlobPins(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Pins them all and returns those that are being deleted at this moment: they count as not there. */
    public synchronized Set<BlobHash> pin(Collection<BlobHash> blobs) {
        Set<BlobHash> going = new HashSet<>();
        for (BlobHash hash : blobs) {
            pinned.merge(hash, 1, Integer::sum);
            if (doomed.contains(hash)) {
                going.add(hash);
            }
        }
        return going;
    }

    public synchronized void unpin(Collection<BlobHash> blobs) {
        for (BlobHash hash : blobs) {
            pinned.computeIfPresent(hash, (any, count) -> count == 1 ? null : count - 1);
        }
    }

    /** Dooms those that nobody has pinned, and returns them; none while sweeping is held. */
    public synchronized List<BlobHash> doom(Collection<BlobHash> blobs) {
        List<BlobHash> taken = new ArrayList<>();
        if (!isHeld()) {
            for (BlobHash hash : blobs) {
                if (!pinned.containsKey(hash) && doomed.add(hash)) {
                    taken.add(hash);
                }
            }
        }
        return taken;
    }

    public synchronized void spare(Collection<BlobHash> blobs) {
        blobs.forEach(doomed::remove);
    }

    /** Nothing is swept for this long, as somebody copies everything; zero ends it. */
    public synchronized void hold(Duration time) {
        heldSince = nanoTime.getAsLong();
        heldNanos = time.toNanos();
    }

    public synchronized boolean isHeld() {
        return nanoTime.getAsLong() - heldSince < heldNanos;
    }
}
