package org.gleaner.checks.planted.protocol;

import org.gleaner.checks.planted.cli.InnocentCommand;

/** Nothing imports the commands. */
public record ImportsCli(InnocentCommand command) {}
