package org.gleaner.core.scheduling;

import java.time.Instant;
import org.gleaner.core.id.NodeId;

/** A node that waits for work. */
public record ParkedNode(NodeId node, int freeSlots, Instant waitingSince) {}
