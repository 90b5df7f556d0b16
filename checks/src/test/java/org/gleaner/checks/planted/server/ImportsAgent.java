package org.gleaner.checks.planted.server;

import org.gleaner.checks.planted.agent.ImportsServer;

/** The server and the agent meet only in the protocol. */
public record ImportsAgent(ImportsServer agent) {}
