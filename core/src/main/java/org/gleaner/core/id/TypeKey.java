package org.gleaner.core.id;

import java.util.Comparator;

/** A type is an owner's own grouping, so two owners' types of one name are two types. */
public record TypeKey(Owner owner, String type) implements Comparable<TypeKey> {
    private static final Comparator<TypeKey> ORDER =
            Comparator.comparing(TypeKey::owner).thenComparing(TypeKey::type);

    @Override
    public int compareTo(TypeKey other) {
        return ORDER.compare(this, other);
    }
}
