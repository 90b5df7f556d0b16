package org.gleaner.checks.planted.simulator;

import org.gleaner.checks.planted.protocol.ImportsCli;

/** The simulator carries the messages of core, not their form on the wire. */
public record ImportsProtocol(ImportsCli message) {}
