package org.gleaner.core.scheduling;

import java.time.Instant;

/** A node that waits for work. */
public record WaitingNode(Asker asker, int freeSlots, Instant waitingSince) {}
