package org.gleaner.core.job;

/** So many of a thing, as people say it. */
public final class Counted {
    private Counted() {}

    /** @param thing what one of them is called; more of them take an s */
    public static String of(long count, String thing) {
        return count + " " + thing + (count == 1 ? "" : "s");
    }
}
