package org.gleaner.core.scheduling;

/**
 * How a node stood when it was given work, both in minutes normalised by speed.
 *
 * @param reach how much it can probably do before it leaves
 * @param taken how much of that the work will probably take
 */
public record NodeReach(double reach, double taken) {}
