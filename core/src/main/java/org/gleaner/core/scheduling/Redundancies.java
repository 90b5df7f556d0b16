package org.gleaner.core.scheduling;

import java.util.List;

/** Kinds of redundancy by name. */
public final class Redundancies {
    /** Nothing is ever run twice at once. */
    public static final Redundancy OFF = new NoRedundancy();

    private static final List<Redundancy> ALL = List.of(OFF, new PlainRedundancy(), new ComputedRedundancy());

    private Redundancies() {}

    public static List<String> names() {
        return ALL.stream().map(Redundancy::name).toList();
    }

    /** An {@link IllegalArgumentException} names those that exist. */
    public static Redundancy named(String name) {
        for (Redundancy one : ALL) {
            if (one.name().equals(name)) {
                return one;
            }
        }
        throw new IllegalArgumentException(
                "there is no redundancy '" + name + "'; there are " + String.join(", ", names()));
    }
}
