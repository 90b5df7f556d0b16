package org.gleaner.server.blob;

import java.time.Duration;

/**
 * What blobs may take.
 *
 * @param reserve bytes of the disk that blobs leave free, so that a flood of them never stops the database beside them
 * @param patience how long the beginning of an upload that broke is kept
 */
public record BlobLimits(long reserve, Duration patience) {
    public static final BlobLimits DEFAULT = new BlobLimits(64L << 20, Duration.ofDays(1));
}
