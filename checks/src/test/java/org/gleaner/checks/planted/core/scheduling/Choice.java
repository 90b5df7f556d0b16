package org.gleaner.checks.planted.core.scheduling;

/** Stands for the interfaces of scheduling rules. */
public interface Choice {}
