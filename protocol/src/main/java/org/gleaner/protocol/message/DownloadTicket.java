package org.gleaner.protocol.message;

import java.time.Instant;

/** @param url a path of this server, which is a secret until then */
public record DownloadTicket(String url, Instant expires) {}
