package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** Writes one value as JSON. */
@FunctionalInterface
public interface JsonWriter<T> {
    void write(JsonGenerator out, T value) throws IOException;
}
