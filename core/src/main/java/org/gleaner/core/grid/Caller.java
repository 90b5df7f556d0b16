package org.gleaner.core.grid;

import org.gleaner.core.id.Owner;

/** The user on whose behalf a command comes, proven by a token. An admin may act on everybody's jobs. */
public record Caller(Owner owner, boolean admin) {
    /** The same person without power over what belongs to others. */
    public Caller alone() {
        return new Caller(owner, false);
    }

    public boolean mayTouch(Owner other) {
        return admin || owner.equals(other);
    }
}
