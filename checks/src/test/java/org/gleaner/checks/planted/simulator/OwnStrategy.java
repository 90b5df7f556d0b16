package org.gleaner.checks.planted.simulator;

import org.gleaner.checks.planted.core.scheduling.Choice;

/** A rule of the simulator's own would prove nothing about the server. */
public final class OwnStrategy implements Choice {}
