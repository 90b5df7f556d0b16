package org.gleaner.core.grid;

/** Where a reply goes: the shell's own number for a call that waits. */
public record Address(long number) {}
