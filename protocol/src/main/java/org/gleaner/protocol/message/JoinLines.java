package org.gleaner.protocol.message;

/**
 * What to type on a machine that shall work for the pool: one line for each way to fetch the script. None holds a
 * secret.
 */
public record JoinLines(String curl, String wget, String powershell) {}
