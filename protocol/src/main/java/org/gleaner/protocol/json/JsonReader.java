package org.gleaner.protocol.json;

import java.io.IOException;

/** Reads one value at which the input stands. */
@FunctionalInterface
public interface JsonReader<T> {
    T read(JsonInput in) throws IOException;
}
