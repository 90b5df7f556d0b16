package org.gleaner.checks.planted.core;

import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.function.Supplier;

/** A core that looks at the clock or the environment. */
public final class Clocks {
    private Clocks() {}

    public static final class AsksInstant {
        Instant time() {
            return Instant.now();
        }
    }

    public static final class RefersToInstant {
        Supplier<Instant> time() {
            return Instant::now;
        }
    }

    public static final class AsksInALambda {
        Supplier<LocalDate> time() {
            return () -> LocalDate.now();
        }
    }

    public static final class TakesTheSystemClock {
        Clock clock() {
            return Clock.systemUTC();
        }
    }

    public static final class TakesTheSystemSource {
        InstantSource source() {
            return InstantSource.system();
        }
    }

    public static final class AsksForMillis {
        long time() {
            return System.currentTimeMillis();
        }
    }

    public static final class AsksForNanos {
        long time() {
            return System.nanoTime();
        }
    }

    public static final class ReadsTheEnvironment {
        Object home() {
            return System.getenv("HOME");
        }
    }

    public static final class ReadsProperties {
        Object home() {
            return System.getProperty("user.home");
        }
    }
}
