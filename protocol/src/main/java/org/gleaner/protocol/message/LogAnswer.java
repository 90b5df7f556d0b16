package org.gleaner.protocol.message;

/**
 * Whether to go on.
 *
 * @param watched whether anybody still looks
 * @param stdout from where the next piece is wanted
 * @param stderr likewise
 */
public record LogAnswer(boolean watched, long stdout, long stderr) {}
