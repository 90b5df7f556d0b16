package org.gleaner.protocol.message;

import java.time.Instant;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.image.Sight;

/**
 * Where whoever follows the pool begins: everything in numbers.
 *
 * @param run of the server, within which numbers grow
 * @param number of the image that this is
 */
public record FeedSnapshot(String run, long number, Instant at, Caller viewer, Sight sight) {}
