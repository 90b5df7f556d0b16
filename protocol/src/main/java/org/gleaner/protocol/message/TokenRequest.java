package org.gleaner.protocol.message;

import org.gleaner.core.grid.Role;
import org.gleaner.core.id.Owner;
import org.jspecify.annotations.Nullable;

/** Asks for a token of a role; a user's or admin's carries the name it speaks for. */
public record TokenRequest(Role role, @Nullable Owner owner) {}
