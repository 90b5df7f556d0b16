package org.gleaner.protocol.message;

/**
 * Asks for a link under which one thing can be fetched without a token.
 *
 * @param path with its query, as the one who asks would call it
 * @param name what the file shall be called; empty: as the path says
 */
public record TicketRequest(String path, String name) {}
