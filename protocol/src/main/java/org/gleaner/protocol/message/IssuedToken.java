package org.gleaner.protocol.message;

import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.id.Owner;
import org.jspecify.annotations.Nullable;

/** A token, told once; the server keeps only its hash, by which it is revoked. */
public record IssuedToken(
        String token, TokenHash hash, Role role, @Nullable Owner owner) {
    /** Without the token, so that it can be logged. */
    @Override
    public String toString() {
        return "IssuedToken[" + role.word() + ", " + hash.hex() + "]";
    }
}
