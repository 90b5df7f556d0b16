package org.gleaner.lab.fuzz;

import java.util.Map;

/**
 * What exists on the server just now. The dice choose that a job is named; which number it has is no matter of the
 * dice, so a seed means the same request on every server.
 *
 * @param job of the user {@link TokenHolder#ANN}, with three tasks
 * @param attempt one that the node has, such as {@code 7.1#1}
 * @param blob the hash of a content that the server has
 */
record Names(long job, long node, int incarnation, String attempt, String blob, Map<TokenHolder, String> tokens) {
    Names {
        tokens = Map.copyOf(tokens);
    }
}
