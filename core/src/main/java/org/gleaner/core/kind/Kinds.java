package org.gleaner.core.kind;

import java.util.Set;

/** The kinds of a sealed type. */
public final class Kinds {
    private Kinds() {}

    /** Throws if one of the type's kinds is not among these. */
    public static void demandAll(Class<?> type, Set<Class<?>> covered) {
        if (!type.isSealed()) {
            if (!covered.contains(type)) {
                throw new IllegalStateException("nothing is said of " + type);
            }
            return;
        }
        for (Class<?> kind : type.getPermittedSubclasses()) {
            demandAll(kind, covered);
        }
    }
}
