package org.gleaner.core.grid;

import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.jspecify.annotations.Nullable;

/** A right that was given out: to a user or admin by name, to a node by its id, to any machine that joins. */
public record Token(
        TokenHash hash,
        Role role,
        @Nullable Owner owner,
        @Nullable NodeId node,
        TokenNote note) {
    public Token {
        boolean personal = role == Role.ADMIN || role == Role.USER;
        if (personal != (owner != null) || (role == Role.NODE) != (node != null)) {
            throw new IllegalArgumentException("a token belongs to one user, to one node, or is a join token");
        }
    }

    public Token(TokenHash hash, Role role, @Nullable Owner owner, @Nullable NodeId node) {
        this(hash, role, owner, node, TokenNote.NONE);
    }

    public Token with(TokenNote other) {
        return new Token(hash, role, owner, node, other);
    }

    /**
     * Whose it is, to count by: all tokens of a person are one holder's, as anybody may have many. No name of a person
     * begins with the sign, so none is taken for a node or a join token.
     */
    public String holder() {
        return owner == null ? hash.hex() : "@" + owner;
    }

    /** The beginning of its hash: enough to tell it from others, of no use to who has no token. */
    public String id() {
        return hash.hex().substring(0, TokenHash.SHORT);
    }
}
