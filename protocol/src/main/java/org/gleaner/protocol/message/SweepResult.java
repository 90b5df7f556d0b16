package org.gleaner.protocol.message;

/**
 * What a sweep removed.
 *
 * @param more whether time ran out before all content was looked at
 */
public record SweepResult(long removed, long bytes, boolean more) {}
