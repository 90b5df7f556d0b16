package org.gleaner.server.retention;

/**
 * What a sweep came to.
 *
 * @param removed blobs that nobody named
 * @param bytes their size
 * @param more whether time ran out before all were looked at
 */
public record Swept(long removed, long bytes, boolean more) {}
