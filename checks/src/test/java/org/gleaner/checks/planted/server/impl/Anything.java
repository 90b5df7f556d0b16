package org.gleaner.checks.planted.server.impl;

/** Lives in a package that says nothing. */
public record Anything(int value) {}
