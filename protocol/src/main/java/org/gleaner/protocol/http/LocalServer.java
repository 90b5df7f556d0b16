package org.gleaner.protocol.http;

/** Files of a server's data directory by which programs of the same account and machine find it. */
public final class LocalServer {
    /** Under which the server is reached from its own machine; there while it runs. */
    public static final String ADDRESS = "address";

    public static final String ADMIN = "admin.token";
    public static final String JOIN = "join.token";

    private LocalServer() {}
}
