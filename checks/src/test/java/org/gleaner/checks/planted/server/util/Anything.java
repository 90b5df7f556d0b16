package org.gleaner.checks.planted.server.util;

/** Lives in a package that says nothing. */
public record Anything(int value) {}
