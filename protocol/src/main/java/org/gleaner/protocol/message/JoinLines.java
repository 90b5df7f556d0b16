package org.gleaner.protocol.message;

/**
 * What to type on a machine that shall work for the pool: one line for each way to fetch the script. None holds a
 * secret.
 *
 * @param cli what a person types who wants to have the commands; empty from a server that does not know it
 */
public record JoinLines(String curl, String wget, String powershell, String cli) {}
