package org.gleaner.checks.planted.server.common;

/** Lives in a package that says nothing. */
public record Anything(int value) {}
