package org.gleaner.checks.planted.server;

import java.io.FilterInputStream;
import java.io.InputStream;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.gleaner.checks.planted.core.InnocentValue;

/** A shell may read clocks and use any map; it may import core, throw its own exceptions and watch a stream. */
public final class InnocentRoute {
    private final Map<String, InnocentValue> values = new HashMap<>();

    Instant now() {
        return Instant.now();
    }

    Map<String, InnocentValue> values() {
        return values;
    }

    static class RefusedException extends RuntimeException {
        RefusedException(String why) {
            super(why);
        }
    }

    static final class CountedStream extends FilterInputStream {
        CountedStream(InputStream in) {
            super(in);
        }
    }
}
