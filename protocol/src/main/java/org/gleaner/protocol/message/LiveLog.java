package org.gleaner.protocol.message;

/**
 * What the youngest attempt of a task prints.
 *
 * @param attempt its number; 0 if there was none yet
 * @param running whether it lives; if not, its log is complete or lost
 */
public record LiveLog(int attempt, boolean running, LogPiece stdout, LogPiece stderr) {}
