package org.gleaner.protocol.message;

import java.util.List;
import org.gleaner.core.job.BlobUse;
import org.jspecify.annotations.Nullable;

/**
 * What takes how much on the server, in bytes.
 *
 * @param whole what all together take; null unless an admin asks, as these figures tell whether an upload was new
 * @param owners what they keep; only the caller's own unless an admin asks
 */
public record StorageReport(@Nullable Whole whole, Quotas quotas, List<Share> owners) {
    /** What the server takes and has left. */
    public record Whole(Database database, Blobs blobs, Disk disk) {}

    /** @param kind the make of the database */
    public record Database(String kind, long bytes) {}

    /**
     * Content, each counted once.
     *
     * @param uploadBytes of uploads that no job names yet, of people and machines, partial ones included: those of the
     *     same content each
     */
    public record Blobs(long count, long bytes, long uploadBytes) {}

    /** The disk on which content lies. */
    public record Disk(long free, long total) {}

    /** Null where there is no limit. */
    public record Quotas(@Nullable Long owner, @Nullable Long total) {}

    /**
     * What one owner keeps.
     *
     * @param use by their jobs
     * @param uploadBytes of their uploads that no job of theirs names yet, partial ones included
     */
    public record Share(BlobUse use, long uploadBytes) {
        /** What counts towards the quota. */
        public long bytes() {
            return use.bytes() + uploadBytes;
        }
    }

    public StorageReport {
        owners = List.copyOf(owners);
    }
}
