package org.gleaner.checks.planted.core.grid;

/** What the grid answers. */
public record PlantedReply(String text) {}
