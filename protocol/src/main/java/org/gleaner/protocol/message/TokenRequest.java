package org.gleaner.protocol.message;

import java.time.Duration;
import org.gleaner.core.grid.Role;
import org.gleaner.core.id.Owner;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a token of a role; a user's or admin's carries the name it speaks for.
 *
 * @param name what its owner calls it; may be empty
 * @param lifetime after which it is worth nothing; null: it stays
 * @param takeOver whether its holder may have the jobs of an earlier user of this name
 */
public record TokenRequest(
        Role role,
        @Nullable Owner owner,
        String name,
        @Nullable Duration lifetime,
        boolean takeOver) {
    public TokenRequest(Role role, @Nullable Owner owner) {
        this(role, owner, "", null, false);
    }
}
