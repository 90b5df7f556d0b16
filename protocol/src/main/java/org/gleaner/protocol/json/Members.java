package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.MemorySize;
import org.jspecify.annotations.Nullable;

/** Members of an object that is being written. One without a value is left out. */
public final class Members {
    private Members() {}

    static void text(JsonGenerator out, String name, @Nullable String value) throws IOException {
        if (value != null) {
            out.writeStringField(name, value);
        }
    }

    /** An empty text says nothing. */
    static void textIfAny(JsonGenerator out, String name, String value) throws IOException {
        text(out, name, value.isEmpty() ? null : value);
    }

    static void number(JsonGenerator out, String name, @Nullable Number value) throws IOException {
        if (value != null) {
            out.writeNumberField(name, value.longValue());
        }
    }

    static void fraction(JsonGenerator out, String name, @Nullable Double value) throws IOException {
        if (value != null) {
            out.writeNumberField(name, value);
        }
    }

    static void size(JsonGenerator out, String name, @Nullable MemorySize value) throws IOException {
        number(out, name, value == null ? null : value.bytes());
    }

    static void millis(JsonGenerator out, String name, @Nullable Duration value) throws IOException {
        if (value != null) {
            out.writeNumberField(name, value.toMillis());
        }
    }

    static void instant(JsonGenerator out, String name, @Nullable Instant value) throws IOException {
        text(
                out,
                name,
                value == null ? null : value.truncatedTo(ChronoUnit.MILLIS).toString());
    }

    static void owner(JsonGenerator out, @Nullable Owner value) throws IOException {
        text(out, "owner", value == null ? null : value.name());
    }

    /** What is not so is not said. */
    static void flag(JsonGenerator out, String name, boolean value) throws IOException {
        if (value) {
            out.writeBooleanField(name, true);
        }
    }

    /** A list, which may be empty. */
    public static <T> void list(JsonGenerator out, String name, Iterable<T> values, JsonWriter<T> element)
            throws IOException {
        out.writeArrayFieldStart(name);
        for (T value : values) {
            element.write(out, value);
        }
        out.writeEndArray();
    }

    /** A list of objects, of each of which the writer gives the members. */
    public static <T> void objects(JsonGenerator out, String name, Iterable<T> values, JsonWriter<T> members)
            throws IOException {
        list(out, name, values, (json, value) -> {
            json.writeStartObject();
            members.write(json, value);
            json.writeEndObject();
        });
    }

    public static void texts(JsonGenerator out, String name, Iterable<String> values) throws IOException {
        list(out, name, values, JsonGenerator::writeString);
    }

    public static void textsIfAny(JsonGenerator out, String name, Collection<String> values) throws IOException {
        if (!values.isEmpty()) {
            texts(out, name, values);
        }
    }
}
