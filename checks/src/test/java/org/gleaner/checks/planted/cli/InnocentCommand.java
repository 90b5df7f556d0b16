package org.gleaner.checks.planted.cli;

import org.gleaner.checks.planted.core.InnocentValue;
import org.gleaner.checks.planted.server.InnocentRoute;

/** The assembly may know everything. */
public record InnocentCommand(InnocentRoute route, InnocentValue value) {}
