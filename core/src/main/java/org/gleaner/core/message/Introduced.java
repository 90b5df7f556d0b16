package org.gleaner.core.message;

import java.time.Duration;
import org.gleaner.core.id.NodeId;

/**
 * The server's answer to an introduction.
 *
 * @param longCall how long a sync may be held open
 * @param killGrace time between asking a process to end and killing it
 * @param inlineLimit content up to this many bytes travels inside a commit
 */
public record Introduced(NodeId node, int incarnation, Duration longCall, Duration killGrace, int inlineLimit) {}
