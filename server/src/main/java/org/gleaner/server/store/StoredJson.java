package org.gleaner.server.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An object of a JSON text that this store once wrote, read without a wish for speed. Immutable. */
final class StoredJson {
    /** What goes into an object. */
    interface Content {
        void write(JsonGenerator json) throws IOException;
    }

    /** Everything beyond ASCII is escaped, so that any text a client invents comes back as it was. */
    private static final JsonFactory FACTORY =
            new JsonFactoryBuilder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private final Map<String, Object> fields;

    private StoredJson(Map<String, Object> fields) {
        this.fields = fields;
    }

    /** The text of an object with this content. */
    static String text(Content content) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.writeStartObject();
            content.write(json);
            json.writeEndObject();
        }
        return text.toString();
    }

    /** A list of texts; an empty one is left out. */
    static void writeTexts(JsonGenerator json, String field, List<String> texts) throws IOException {
        if (texts.isEmpty()) {
            return;
        }
        json.writeArrayFieldStart(field);
        for (String text : texts) {
            json.writeString(text);
        }
        json.writeEndArray();
    }

    static StoredJson parse(String text) throws IOException {
        try (JsonParser parser = FACTORY.createParser(text)) {
            parser.nextToken();
            if (value(parser) instanceof StoredJson object) {
                return object;
            }
            throw new IOException("a stored object is none: " + text);
        }
    }

    private static Object value(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_OBJECT) {
            Map<String, Object> fields = new LinkedHashMap<>();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                fields.put(name, value(parser));
            }
            return new StoredJson(fields);
        }
        if (token == JsonToken.START_ARRAY) {
            List<Object> items = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                items.add(value(parser));
            }
            return items;
        }
        if (token == JsonToken.VALUE_NUMBER_INT) {
            return parser.getLongValue();
        }
        if (token == JsonToken.VALUE_STRING) {
            return parser.getText();
        }
        if (token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE) {
            return token == JsonToken.VALUE_TRUE;
        }
        throw new IOException("a stored object holds an unexpected " + token);
    }

    boolean has(String name) {
        return fields.containsKey(name);
    }

    String text(String name) throws IOException {
        return as(String.class, name, fields.get(name));
    }

    /** The text, or an empty one if there is none. */
    String textOrEmpty(String name) throws IOException {
        return has(name) ? text(name) : "";
    }

    long number(String name) throws IOException {
        return as(Long.class, name, fields.get(name));
    }

    int count(String name) throws IOException {
        return Math.toIntExact(number(name));
    }

    boolean flag(String name) {
        return Boolean.TRUE.equals(fields.get(name));
    }

    StoredJson object(String name) throws IOException {
        return as(StoredJson.class, name, fields.get(name));
    }

    /** The names of the fields, in their order. */
    Set<String> names() {
        return Collections.unmodifiableSet(fields.keySet());
    }

    /** The objects of a list; none if there is no list. */
    List<StoredJson> objects(String name) throws IOException {
        return items(StoredJson.class, name);
    }

    /** The texts of a list; none if there is no list. */
    List<String> texts(String name) throws IOException {
        return items(String.class, name);
    }

    private <T> List<T> items(Class<T> kind, String name) throws IOException {
        List<T> items = new ArrayList<>();
        if (has(name)) {
            for (Object item : as(List.class, name, fields.get(name))) {
                items.add(as(kind, name, item));
            }
        }
        return items;
    }

    private static <T> T as(Class<T> kind, String name, @Nullable Object value) throws IOException {
        if (!kind.isInstance(value)) {
            throw new IOException("the stored field " + name + " is " + value);
        }
        return kind.cast(value);
    }
}
