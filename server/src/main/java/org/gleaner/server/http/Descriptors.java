package org.gleaner.server.http;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** How many files and sockets this process may open, and has open. Thread-safe. */
public final class Descriptors {
    private static final long AGE = TimeUnit.SECONDS.toNanos(1);
    /** With fewer left, what the server itself opens at once may fail. */
    private static final long LITTLE = 64;

    /** What to do if there are too few. */
    public static final String REMEDY = "Raise the limit of open files ('ulimit -n 65536' as root, or LimitNOFILE=65536"
            + " in its service), and start the server again.";

    private long asked = System.nanoTime() - AGE;
    private Optional<String> scarce = Optional.empty();

    /** How many it may open; the JVM asks for as many as it can get. */
    public static long most() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
    }

    /** What is wrong if hardly any are left; the system is asked at most once a second. */
    public synchronized Optional<String> scarce() {
        long now = System.nanoTime();
        if (now - asked >= AGE) {
            asked = now;
            scarce = ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                    ? scarce(open(unix), unix.getMaxFileDescriptorCount())
                    : Optional.empty();
        }
        return scarce;
    }

    /** Counting them takes one, too. */
    private static long open(UnixOperatingSystemMXBean system) {
        try {
            return system.getOpenFileDescriptorCount();
        } catch (InternalError none) {
            return system.getMaxFileDescriptorCount();
        }
    }

    static Optional<String> scarce(long open, long most) {
        return most - open >= LITTLE
                ? Optional.empty()
                : Optional.of("it has " + open + " files and connections open and may have " + most
                        + ": calls that need another one fail");
    }
}
