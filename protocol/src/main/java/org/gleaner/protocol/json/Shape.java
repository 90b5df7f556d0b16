package org.gleaner.protocol.json;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.gleaner.core.job.FilePath;
import org.jspecify.annotations.Nullable;

/**
 * What a value may be, as the description of the interface says it: a schema of OpenAPI, as far as ours uses them. The
 * same text is served to callers and enforced here, so neither can say more than the other. Immutable, thread-safe.
 */
public final class Shape {
    /** What kind of value it is. */
    enum Kind {
        ANYTHING("a value"),
        TEXT("a string"),
        WHOLE("a whole number"),
        NUMBER("a number"),
        FLAG("true or false"),
        OBJECT("an object"),
        LIST("a list");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    /** Whatever is JSON. */
    public static final Shape ANYTHING = new Shape(Map.of(), reference -> Map.of());

    /** What a dollar of the document means. For Java it would also stand before a last line break. */
    private static final String THE_END = "\\z";

    private final Kind kind;
    private final long least;
    private final long most;
    private final @Nullable Pattern pattern;
    /** The first sentence of its description: of a text with a pattern it says what it must be. */
    private final String expected;

    private final Set<String> words = new TreeSet<>();
    private final Map<String, Shape> properties = new HashMap<>();
    private final @Nullable Shape others;
    /** Whether a field that it does not name is a mistake. */
    private final boolean closed;

    private final @Nullable Shape items;
    private final List<String> required;
    private final List<Shape> alternatives = new ArrayList<>();
    private final List<String> apart;

    private Shape(Map<?, ?> schema, UnaryOperator<Map<?, ?>> resolved) {
        kind = kind(schema);
        boolean text = kind == Kind.TEXT;
        String[] bounds = switch (kind) {
            case TEXT -> new String[] {"minLength", "maxLength"};
            case LIST -> new String[] {"minItems", "maxItems"};
            case OBJECT -> new String[] {"minProperties", "maxProperties"};
            default -> new String[] {"minimum", "maximum"};
        };
        least = number(schema, bounds[0], kind == Kind.WHOLE ? Long.MIN_VALUE : 0);
        most = number(schema, bounds[1], Long.MAX_VALUE);
        pattern = text && schema.get("pattern") instanceof String written
                ? Pattern.compile(written.replace("$", THE_END), Pattern.UNICODE_CHARACTER_CLASS)
                : null;
        expected = schema.get("description") instanceof String told ? firstSentence(told) : "";
        list(schema, "enum").forEach(word -> words.add(String.valueOf(word)));
        if (schema.get("properties") instanceof Map<?, ?> fields) {
            fields.forEach((name, field) -> properties.put(String.valueOf(name), of((Map<?, ?>) field, resolved)));
        }
        others = schema.get("additionalProperties") instanceof Map<?, ?> rest ? of(rest, resolved) : null;
        closed = Boolean.FALSE.equals(schema.get("additionalProperties"));
        items = schema.get("items") instanceof Map<?, ?> element ? of(element, resolved) : null;
        required = list(schema, "required").stream().map(String::valueOf).toList();
        list(schema, "oneOf").forEach(one -> alternatives.add(of((Map<?, ?>) one, resolved)));
        apart = schema.get("not") instanceof Map<?, ?> not
                ? list(not, "required").stream().map(String::valueOf).toList()
                : List.of();
    }

    /** A full stop may also be one of the characters that are listed. */
    private static String firstSentence(String text) {
        return text.split("\\. (?=\\p{Lu})", 2)[0];
    }

    /** @param resolved what a schema that is only a reference refers to; any other as it is */
    public static Shape of(Map<?, ?> schema, UnaryOperator<Map<?, ?>> resolved) {
        return new Shape(resolved.apply(schema), resolved);
    }

    private static Kind kind(Map<?, ?> schema) {
        return switch (String.valueOf(schema.get("type"))) {
            case "string" -> Kind.TEXT;
            case "integer" -> Kind.WHOLE;
            case "number" -> Kind.NUMBER;
            case "boolean" -> Kind.FLAG;
            case "object" -> Kind.OBJECT;
            case "array" -> Kind.LIST;
            default -> Kind.ANYTHING;
        };
    }

    private static long number(Map<?, ?> schema, String name, long otherwise) {
        return schema.get(name) instanceof Number number ? number.longValue() : otherwise;
    }

    private static List<?> list(Map<?, ?> schema, String name) {
        return schema.get(name) instanceof List<?> list ? list : List.of();
    }

    /** The alternative for a value of this kind; itself if it has none. */
    Shape as(Kind given) {
        for (Shape one : alternatives) {
            if (one.kind == given) {
                return one;
            }
        }
        return this;
    }

    /** What a field of the object may be. */
    Shape field(String name) {
        Shape known = properties.get(name);
        if (known != null) {
            return known;
        }
        return others == null ? ANYTHING : others;
    }

    /** What is wrong with an object that has a field of this name; null: nothing. */
    @Nullable
    String objectionToField(String name) {
        return !closed || properties.containsKey(name)
                ? null
                : "unknown field; known are " + String.join(", ", new TreeSet<>(properties.keySet()));
    }

    Shape element() {
        return items == null ? ANYTHING : items;
    }

    /** What is wrong with a value of this kind; null: nothing. */
    @Nullable
    String objection(Kind given) {
        boolean fits = kind == given || kind == Kind.ANYTHING || (kind == Kind.NUMBER && given == Kind.WHOLE);
        return fits ? null : "expected " + kind.words();
    }

    @Nullable
    String objection(String text) {
        int length = text.codePointCount(0, text.length());
        if (kind == Kind.TEXT && (length < least || length > most)) {
            return length < least
                    ? "the string has " + length + " characters; the minimum is " + least
                    : "the string has " + length + " characters; the maximum is " + most;
        }
        if (!words.isEmpty() && !words.contains(text)) {
            return "expected " + (words.size() == 1 ? "" : "one of ") + String.join(", ", words);
        }
        if (pattern == null) {
            // What agents tell of a run may have been cut within a character; no result is refused for that.
            return null;
        }
        if (!FilePath.isText(text)) {
            return "it is not UTF-8 text: it contains half of a surrogate pair";
        }
        if (pattern.matcher(text).find()) {
            return null;
        }
        return "expected " + (expected.isEmpty() ? "a string of another form" : expected);
    }

    @Nullable
    String objection(long number) {
        if (kind != Kind.WHOLE || (number >= least && number <= most)) {
            return null;
        }
        if (most == Long.MAX_VALUE) {
            return least == 0 ? "the number can't be negative" : "expected a number of at least " + least;
        }
        return "expected a number from " + least + " to " + most;
    }

    /** Of a list with so many elements, or an object with so many fields, that is not at its end yet. */
    @Nullable
    String objectionWhile(int count) {
        return count <= most || (kind != Kind.LIST && kind != Kind.OBJECT)
                ? null
                : "the list has more than " + most + " elements";
    }

    /** The same at its end. */
    @Nullable
    String objectionAtEnd(int count, Set<String> fields) {
        if (kind == Kind.LIST && count < least) {
            return least == 1 ? "the list is empty" : "the list has fewer than " + least + " elements";
        }
        for (String name : required) {
            if (!fields.contains(name)) {
                return "/" + name;
            }
        }
        if (!apart.isEmpty() && fields.containsAll(apart)) {
            return String.join(" and ", apart) + " exclude each other";
        }
        long met = alternatives.stream()
                .filter(one -> fields.containsAll(one.required))
                .count();
        return kind != Kind.OBJECT || alternatives.isEmpty() || met == 1
                ? null
                : "expected exactly one of "
                        + String.join(
                                ", ",
                                alternatives.stream()
                                        .flatMap(one -> one.required.stream())
                                        .toList());
    }

    /** What is wrong with a value that stands in a path, a query or a header; null: nothing. */
    public @Nullable String objectionAsWritten(String text) {
        if (kind == Kind.FLAG) {
            return text.equals("true") || text.equals("false") ? null : "expected true or false";
        }
        if (kind != Kind.WHOLE) {
            return objection(text);
        }
        if (!text.matches("-?[0-9]{1,18}")) {
            return text.matches("[0-9]+") ? "the number is too large" : "expected a number";
        }
        return objection(Long.parseLong(text));
    }

    /** Whether it is one of a few words. */
    public boolean isClosedSet() {
        return !words.isEmpty();
    }
}
