package org.gleaner.checks.planted.agent;

import org.gleaner.checks.planted.server.InnocentRoute;

/** The agent and the server meet only in the protocol. */
public record ImportsServer(InnocentRoute route) {}
