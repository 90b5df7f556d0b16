package org.gleaner.core.attempt;

import java.time.Instant;
import org.gleaner.core.id.NodeId;

/**
 * What the server remembers of an attempt that ended while its task is open.
 *
 * @param since when its node was first given it
 */
public record EndedAttempt(int number, NodeId node, Outcome outcome, long digest, Instant since, Instant at) {}
