package org.gleaner.protocol.message;

import org.gleaner.core.node.Duty;

/**
 * What is wanted of a node from now on.
 *
 * @param force whether it is forgotten even if it is connected
 */
public record DutyChange(Duty duty, boolean force) {}
