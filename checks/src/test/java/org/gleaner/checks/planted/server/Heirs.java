package org.gleaner.checks.planted.server;

import java.util.ArrayList;

/** Classes that take their behaviour from a parent. */
public final class Heirs {
    private Heirs() {}

    public static final class OfOurs extends Open.Plain {}

    public static final class OfTheJdk extends ArrayList<String> {}
}
