package org.gleaner.core.grid;

/**
 * What came of a policy in the futures in which it was tried.
 *
 * @param makespan until all that is open was done, in minutes, on average
 * @param flow until a task that is open was done, in minutes, on average
 * @param behind by how much it was behind the best for what counts, in the futures that both went through: 0.01 is one
 *     percent
 * @param futures in how many it was tried; it was dropped after the first ones if it fell far behind
 */
public record PolicyScore(Policy policy, double makespan, double flow, double behind, int futures) {}
