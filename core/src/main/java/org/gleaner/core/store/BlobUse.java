package org.gleaner.core.store;

import org.gleaner.core.id.Owner;

/**
 * What the jobs of one owner keep in blobs. Content that several of them name counts once; content that is both input
 * and output counts as input.
 */
public record BlobUse(Owner owner, long jobs, long inputBytes, long outputBytes) {
    public long bytes() {
        return inputBytes + outputBytes;
    }
}
