package org.gleaner.server.store;

import java.time.Duration;
import java.time.Instant;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;

/**
 * A task that was done.
 *
 * @param ran how long the attempt took that was the first to do it
 */
public record FinishedTask(Owner owner, String type, Instant submitted, NodeId node, Duration ran, Instant ended) {}
