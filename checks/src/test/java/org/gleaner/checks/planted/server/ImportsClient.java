package org.gleaner.checks.planted.server;

import org.gleaner.checks.planted.client.KnowsReplies;

/** What people's programs use is not the server's business. */
public record ImportsClient(KnowsReplies program) {}
