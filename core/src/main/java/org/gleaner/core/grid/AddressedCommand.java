package org.gleaner.core.grid;

/** A command and where its reply goes. */
public record AddressedCommand(Address address, Command command) {}
