package org.gleaner.core.scheduling;

/** The group that a node gets a task of, and what decided so. */
public record Choice(Candidate candidate, Rule rule) {}
