package org.gleaner.core.image;

import org.gleaner.core.grid.Caller;
import org.gleaner.core.id.Owner;
import org.jspecify.annotations.Nullable;

/**
 * Those who may know the same: everybody who calls in the name of one owner, or every admin.
 *
 * @param owner whose work they may know; null: everybody's
 */
public record Audience(@Nullable Owner owner) {
    public static final Audience ADMINS = new Audience(null);

    public static Audience of(Caller caller) {
        return caller.admin() ? ADMINS : new Audience(caller.owner());
    }

    boolean knows(Owner other) {
        return owner == null || owner.equals(other);
    }
}
