package org.gleaner.checks.planted.lab;

import org.gleaner.checks.planted.cli.InnocentCommand;

/** Whoever tries the program out may know it. */
public record InnocentTrial(InnocentCommand command) {}
