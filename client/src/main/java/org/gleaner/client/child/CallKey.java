package org.gleaner.client.child;

/**
 * Which call it is, wherever and however often it runs.
 *
 * @param seed of its executor
 * @param number among the calls of that, from 1 on
 */
public record CallKey(long seed, long number) {}
