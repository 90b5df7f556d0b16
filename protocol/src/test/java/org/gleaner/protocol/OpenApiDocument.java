package org.gleaner.protocol;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The served document as maps and lists. */
record OpenApiDocument(Map<?, ?> root) {
    private static final Set<String> METHODS = Set.of("get", "head", "put", "post", "delete");

    static OpenApiDocument load() throws IOException {
        try (JsonParser parser = new JsonFactory().createParser(OpenApi.document())) {
            parser.nextToken();
            return new OpenApiDocument((Map<?, ?>) value(parser));
        }
    }

    private static Object value(JsonParser parser) throws IOException {
        if (parser.currentToken() == JsonToken.START_OBJECT) {
            Map<String, Object> map = new LinkedHashMap<>();
            for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                parser.nextToken();
                map.put(name, value(parser));
            }
            return map;
        }
        if (parser.currentToken() == JsonToken.START_ARRAY) {
            List<Object> list = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                list.add(value(parser));
            }
            return list;
        }
        return parser.getText();
    }

    /** Such as {@code GET /api/v1/jobs}. */
    List<String> routes() {
        List<String> routes = new ArrayList<>();
        map(root, "paths")
                .forEach((path, operations) -> ((Map<?, ?>) operations)
                        .keySet().stream()
                                .filter(METHODS::contains)
                                .forEach(
                                        method -> routes.add(method.toString().toUpperCase(Locale.ROOT) + " " + path)));
        return routes;
    }

    Map<?, ?> schema(String name) {
        return map(map(map(root, "components"), "schemas"), name);
    }

    static Map<?, ?> map(Map<?, ?> map, String name) {
        return (Map<?, ?>) Objects.requireNonNull(map.get(name), name);
    }

    /** Every place in the document that is a reference. */
    List<String> references() {
        List<String> found = new ArrayList<>();
        collect(root, found);
        return found;
    }

    private static void collect(Object value, List<String> found) {
        if (value instanceof Map<?, ?> map) {
            Object reference = map.get("$ref");
            if (reference != null) {
                found.add(reference.toString());
            }
            map.values().forEach(child -> collect(child, found));
        } else if (value instanceof List<?> list) {
            list.forEach(child -> collect(child, found));
        }
    }
}
