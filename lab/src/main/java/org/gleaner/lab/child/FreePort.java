package org.gleaner.lab.child;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A port for a program that is killed and started again. The system gives none of these to outgoing connections: while
 * the program is away one of those could take its port, or even connect to itself there.
 */
public final class FreePort {
    private static final int FIRST = 15_000;
    private static final int COUNT = 15_000;
    /** Apart, so that two of us who begin side by side do not follow each other. */
    private static final int STEP = 101;

    /** Who asks twice gets two, although the first may not be taken yet. */
    private static final AtomicInteger ASKED = new AtomicInteger();

    private FreePort() {}

    public static int on(InetAddress host) throws IOException {
        long self = ProcessHandle.current().pid();
        for (int i = 0; i < COUNT; i++) {
            int port = FIRST + (int) ((self + (long) ASKED.getAndIncrement() * STEP) % COUNT);
            try (ServerSocket probe = new ServerSocket(port, 1, host)) {
                return probe.getLocalPort();
            } catch (BindException taken) {
                // The next one may be free.
            }
        }
        throw new IOException("no port is free on " + host);
    }
}
