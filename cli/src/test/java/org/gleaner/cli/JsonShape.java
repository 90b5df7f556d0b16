package org.gleaner.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** What of a JSON text scripts rely on: the names and the kinds of values, not the values. */
final class JsonShape {
    private final TreeMap<String, TreeSet<String>> kinds = new TreeMap<>();

    private JsonShape() {}

    /** One line for each path, such as <code>jobs[].id number</code>; the elements of a list are taken together. */
    static List<String> of(String json) throws IOException {
        JsonShape shape = new JsonShape();
        try (JsonParser parser = new JsonFactory().createParser(json)) {
            parser.nextToken();
            shape.value(parser, "");
            if (parser.nextToken() != null) {
                throw new IOException("something follows behind the object: " + json);
            }
        }
        List<String> lines = new ArrayList<>();
        for (Map.Entry<String, TreeSet<String>> path : shape.kinds.entrySet()) {
            lines.add(path.getKey() + " " + String.join("|", path.getValue()));
        }
        return lines;
    }

    private void value(JsonParser parser, String path) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_OBJECT) {
            note(path, "object");
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                value(parser, path.isEmpty() ? name : path + "." + name);
            }
        } else if (token == JsonToken.START_ARRAY) {
            note(path, "list");
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                value(parser, path + "[]");
            }
        } else if (token == JsonToken.VALUE_NULL) {
            note(path, "null");
        } else {
            note(path, token.isNumeric() ? "number" : token.isBoolean() ? "flag" : "text");
        }
    }

    private void note(String path, String kind) {
        if (!path.isEmpty()) {
            kinds.computeIfAbsent(path, first -> new TreeSet<>()).add(kind);
        }
    }
}
