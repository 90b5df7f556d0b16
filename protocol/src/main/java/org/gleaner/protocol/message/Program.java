package org.gleaner.protocol.message;

import org.gleaner.core.id.BlobHash;

/**
 * The program that a server runs, which it also hands out.
 *
 * @param version such as {@code 0.1.0}
 */
public record Program(String version, BlobHash hash, long size) {}
