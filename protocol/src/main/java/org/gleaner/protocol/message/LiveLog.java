package org.gleaner.protocol.message;

/**
 * What a task prints: the attempt that a {@link TaskRow} shows.
 *
 * @param attempt its number; 0 if there was none yet
 * @param running whether it lives; if not, its log is complete or lost
 */
public record LiveLog(int attempt, boolean running, LogPiece stdout, LogPiece stderr) {}
