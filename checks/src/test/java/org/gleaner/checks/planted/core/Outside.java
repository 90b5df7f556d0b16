package org.gleaner.checks.planted.core;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A core that reaches for files, sockets and threads. */
public final class Outside {
    private Outside() {}

    public static final class ThrowsIo {
        void read() throws IOException {
            throw new IOException("no disk");
        }
    }

    public static final class Prints {
        void print() {
            System.out.println("hello");
        }
    }

    public record HoldsAPath(Path path) {}

    public record HoldsAnAddress(URI address) {}

    public record Counts(AtomicLong counter) {}

    public record MeasuresIn(TimeUnit unit) {}

    public static final class Threads {
        Object mine() {
            return Thread.currentThread();
        }
    }

    public static final class StartsProcesses {
        Object prepare() {
            return new ProcessBuilder("true");
        }
    }
}
