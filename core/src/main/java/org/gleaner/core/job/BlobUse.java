package org.gleaner.core.job;

import java.util.List;
import org.gleaner.core.id.Owner;

/**
 * What the jobs of one owner keep in blobs. Content that several of them name counts once; content that is both input
 * and output counts as input.
 */
public record BlobUse(Owner owner, long jobs, long inputBytes, long outputBytes) {
    public long bytes() {
        return inputBytes + outputBytes;
    }

    /** Bytes that the jobs of this owner keep. */
    public static long of(Owner owner, List<BlobUse> use) {
        return total(use.stream().filter(one -> one.owner().equals(owner)).toList());
    }

    public static long total(List<BlobUse> use) {
        return use.stream().mapToLong(BlobUse::bytes).sum();
    }
}
