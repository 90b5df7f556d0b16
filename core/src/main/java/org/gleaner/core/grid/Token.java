package org.gleaner.core.grid;

import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.jspecify.annotations.Nullable;

/** A right that was given out: to a user or admin by name, to a node by its id, to any machine that joins. */
public record Token(
        TokenHash hash,
        Role role,
        @Nullable Owner owner,
        @Nullable NodeId node) {
    public Token {
        boolean personal = role == Role.ADMIN || role == Role.USER;
        if (personal != (owner != null) || (role == Role.NODE) != (node != null)) {
            throw new IllegalArgumentException("a token belongs to one user, to one node, or is a join token");
        }
    }
}
