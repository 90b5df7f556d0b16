package org.gleaner.checks.planted.server.dto;

/** Lives in a package that says nothing. */
public record Anything(int value) {}
