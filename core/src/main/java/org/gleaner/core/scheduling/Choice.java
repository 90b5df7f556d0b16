package org.gleaner.core.scheduling;

import org.jspecify.annotations.Nullable;

/**
 * The group that a node gets a task of, and what decided so.
 *
 * @param standing of the node, if the strategy looks at it
 */
public record Choice(
        Candidate candidate, Rule rule, @Nullable Standing standing) {
    Choice(Candidate candidate, Rule rule) {
        this(candidate, rule, null);
    }
}
