package org.gleaner.checks.planted.server.shared;

/** Lives in a package that says nothing. */
public record Anything(int value) {}
