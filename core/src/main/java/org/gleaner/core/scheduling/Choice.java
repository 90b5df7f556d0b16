package org.gleaner.core.scheduling;

import org.jspecify.annotations.Nullable;

/**
 * The group that a node gets a task of, and what decided so.
 *
 * @param reached how far the node reaches, if the strategy looks at it
 */
public record Choice(
        Candidate candidate, Rule rule, @Nullable NodeReach reached) {
    Choice(Candidate candidate, Rule rule) {
        this(candidate, rule, null);
    }

    /**
     * One that follows from how long tasks take, unless nobody knows that.
     *
     * @param rule what decided if it is known
     */
    static Choice byLength(Candidate candidate, Rule rule, @Nullable NodeReach reached) {
        return new Choice(candidate, candidate.ofType().isLengthKnown() ? rule : Rule.UNKNOWN_LENGTH, reached);
    }
}
