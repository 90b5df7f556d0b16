package org.gleaner.core.grid;

/**
 * What came of a policy in the futures in which it was tried.
 *
 * @param makespan until all that is open was done, in minutes, on average
 * @param flow until a task that is open was done, in minutes, on average
 * @param futures in how many it was tried; it was dropped after the first ones if it fell far behind
 */
public record PolicyScore(Policy policy, double makespan, double flow, int futures) {}
