package org.gleaner.protocol.message;

/**
 * A sign of life.
 *
 * @param version of the program
 */
public record Health(String version) {}
