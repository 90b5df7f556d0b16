package org.gleaner.server;

import java.net.InetAddress;
import java.nio.file.Path;
import org.gleaner.server.log.LogTarget;
import org.gleaner.server.store.PostgresLogin;
import org.jspecify.annotations.Nullable;

/**
 * What a person chooses when starting a server.
 *
 * @param data where everything is kept; made if it is not there
 * @param port 0 takes a free one
 * @param database null keeps it in a file in the data directory
 */
public record ServerOptions(
        Path data,
        InetAddress listen,
        int port,
        Exposure exposure,
        LogTarget log,
        @Nullable PostgresLogin database) {
    private static final int HIGHEST_PORT = 65_535;

    public ServerOptions {
        if (port < 0 || port > HIGHEST_PORT) {
            throw new IllegalArgumentException("a port is a number from 0 to " + HIGHEST_PORT + ", not " + port);
        }
    }

    /** On this machine only, logging as JSON into the data directory. */
    public static ServerOptions local(Path data, int port) {
        return new ServerOptions(data, InetAddress.getLoopbackAddress(), port, Exposure.LOCAL, LogTarget.FILE, null);
    }
}
