package org.gleaner.checks.planted.cli;

import org.gleaner.checks.planted.lab.InnocentTrial;

/** What tries the program out is no part of it. */
public record ImportsLab(InnocentTrial trial) {}
