package org.gleaner.agent.sandbox;

import org.gleaner.core.attempt.Outcome;

/**
 * A task took more than it declared.
 *
 * @param detail with figures, one line for people
 */
public record Exceeded(Outcome outcome, String detail) {}
