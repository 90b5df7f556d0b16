package org.gleaner.protocol.message;

/** What a watched attempt printed since the last call. */
public record LogCall(LogPiece stdout, LogPiece stderr) {}
