package org.gleaner.protocol.message;

import org.gleaner.core.id.BlobHash;

/**
 * The program of agents, as the server hands it out.
 *
 * @param version such as {@code 0.1.0}
 */
public record Program(String version, BlobHash hash, long size) {}
