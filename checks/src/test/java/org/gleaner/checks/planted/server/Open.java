package org.gleaner.checks.planted.server;

/** Classes that anybody may extend. */
public final class Open {
    private Open() {}

    public static class Plain {}

    public abstract static class Skeleton {
        abstract void fill();
    }
}
