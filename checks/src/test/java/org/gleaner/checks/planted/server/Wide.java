package org.gleaner.checks.planted.server;

/** Signatures that hide a missing concept. */
public final class Wide {
    private Wide() {}

    public static final class Constructor {
        Constructor(int a, int b, int c, int d, int e, int f, int g) {}
    }

    public static final class Method {
        void take(int a, int b, int c, int d, int e, int f, int g) {}
    }
}
