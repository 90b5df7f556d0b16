package org.gleaner.protocol;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.gleaner.protocol.json.BadMessage;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.JsonInput;
import org.gleaner.protocol.json.JsonLimits;

/** The description of the HTTP interface for machines, OpenAPI 3.0.3. */
public final class OpenApi {
    private OpenApi() {}

    /** The same as maps, lists, texts, numbers and truth values. */
    static Map<?, ?> tree() {
        try {
            return (Map<?, ?>) Objects.requireNonNull(Json.read(document(), OpenApi::value));
        } catch (BadMessage damaged) {
            throw new IllegalStateException("openapi.json is not JSON", damaged);
        }
    }

    private static Object value(JsonInput in) throws IOException {
        if (in.isText()) {
            return in.text();
        }
        if (in.isNumber()) {
            return in.number();
        }
        if (in.isList()) {
            return in.list(JsonLimits.ROWS, OpenApi::value);
        }
        if (!in.isObject()) {
            return in.isFlag() ? in.flag() : (Object) in.fraction();
        }
        Map<String, Object> members = new LinkedHashMap<>();
        for (String field = in.nextField(); field != null; field = in.nextField()) {
            members.put(field, value(in));
        }
        return members;
    }

    public static byte[] document() {
        try (InputStream in = OpenApi.class.getResourceAsStream("openapi.json")) {
            if (in == null) {
                throw new IllegalStateException("openapi.json is not in the program");
            }
            return in.readAllBytes();
        } catch (IOException damaged) {
            throw new UncheckedIOException("openapi.json can't be read from the program", damaged);
        }
    }
}
