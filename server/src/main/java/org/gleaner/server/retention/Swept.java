package org.gleaner.server.retention;

/**
 * What a round of housekeeping came to.
 *
 * @param jobs old ones that were removed, or whose files were
 * @param removed blobs that nobody named
 * @param bytes their size
 * @param more whether time ran out before all were looked at
 * @param held whether nothing was removed by its age, as the clock is in doubt
 */
public record Swept(long jobs, long removed, long bytes, boolean more, boolean held) {}
