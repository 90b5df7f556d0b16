package org.gleaner.protocol.message;

/**
 * What a sweep removed.
 *
 * @param jobs old ones that went, or whose files did
 * @param removed files that no job names
 * @param more whether time ran out before all content was looked at
 * @param held whether nothing was removed by its age, as the server's clock is in doubt
 */
public record SweepResult(long jobs, long removed, long bytes, boolean more, boolean held) {}
