package org.gleaner.protocol.message;

import java.util.List;
import org.gleaner.core.job.BlobUse;
import org.jspecify.annotations.Nullable;

/**
 * What takes how much on the server, in bytes.
 *
 * @param whole what all together take; null unless an admin asks, as these figures tell whether an upload was new
 * @param owners what their jobs keep; only the caller's own unless an admin asks
 */
public record StorageReport(@Nullable Whole whole, Quotas quotas, List<BlobUse> owners) {
    /** What the server takes and has left. */
    public record Whole(Database database, Blobs blobs, Disk disk) {}

    /** @param kind the make of the database */
    public record Database(String kind, long bytes) {}

    /** Content, each counted once. */
    public record Blobs(long count, long bytes) {}

    /** The disk on which content lies. */
    public record Disk(long free, long total) {}

    /** Null where there is no limit. */
    public record Quotas(@Nullable Long owner, @Nullable Long total) {}

    public StorageReport {
        owners = List.copyOf(owners);
    }
}
