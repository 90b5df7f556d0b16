package org.gleaner.core.grid;

/** A reply and where it goes. */
public record AddressedReply(Address address, Reply reply) {}
