package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.job.MemorySize;
import org.jspecify.annotations.Nullable;

/**
 * Walks over a message. A reader asks for the type it expects at each place; anything else is a {@link BadMessage} that
 * names the place. An object is read as
 *
 * <pre>{@code
 * for (String field = in.firstField(); field != null; field = in.nextField()) {
 *     switch (field) {
 *         case "lane" -> lane = in.count();
 *         default -> in.skip();
 *     }
 * }
 * }</pre>
 *
 * Confined to one thread.
 */
public final class JsonInput {

    private final JsonParser parser;
    private final @Nullable Guard guard;

    /** @param guard holds the message to its shape; null: its reader alone judges it */
    JsonInput(JsonParser parser, @Nullable Guard guard) {
        this.parser = parser;
        this.guard = guard;
    }

    /** Moves to the next token; null at the end of the message. */
    @Nullable
    JsonToken advance() throws IOException {
        JsonToken token = parser.nextToken();
        if (guard != null && token != null) {
            guard.look(token);
        }
        return token;
    }

    /** As {@link #nextField}, of an object at which the input stands. */
    public @Nullable String firstField() throws IOException {
        if (!isObject()) {
            throw wrong("expected an object");
        }
        return nextField();
    }

    /** The name of the next field, standing at its value; null at the end of the object. A null value is no field. */
    public @Nullable String nextField() throws IOException {
        while (true) {
            if (advance() != JsonToken.FIELD_NAME) {
                return null;
            }
            String name = parser.currentName();
            if (advance() != JsonToken.VALUE_NULL) {
                return name;
            }
        }
    }

    /** The value of the one field of an object that matters; it must be there. */
    public <T> T only(String name, JsonReader<T> reader) throws IOException {
        @Nullable T value = null;
        for (String field = firstField(); field != null; field = nextField()) {
            if (field.equals(name)) {
                value = reader.read(this);
            } else {
                skip();
            }
        }
        return required(value, name);
    }

    /** Passes over a value that nobody here knows. */
    public void skip() throws IOException {
        if (guard != null) {
            guard.skipped();
        }
        parser.skipChildren();
    }

    public boolean isText() {
        return parser.currentToken() == JsonToken.VALUE_STRING;
    }

    public boolean isNumber() {
        return parser.currentToken() == JsonToken.VALUE_NUMBER_INT;
    }

    public boolean isObject() {
        return parser.currentToken() == JsonToken.START_OBJECT;
    }

    public boolean isFlag() {
        return parser.currentToken().isBoolean();
    }

    public boolean isList() {
        return parser.currentToken() == JsonToken.START_ARRAY;
    }

    public void enterList() throws IOException {
        if (!isList()) {
            throw wrong("expected a list");
        }
    }

    /** Whether the list has another element; then the input stands at it. */
    public boolean nextElement() throws IOException {
        return advance() != JsonToken.END_ARRAY;
    }

    public <T> List<T> list(int most, JsonReader<T> element) throws IOException {
        List<T> list = new ArrayList<>();
        each(most, in -> list.add(element.read(in)));
        return list;
    }

    /** What is done with an element of a list: it is read or skipped. */
    @FunctionalInterface
    public interface Element {
        void read(JsonInput in) throws IOException;
    }

    /** Goes through a list that need not be in memory as a whole; tells how many elements it had. */
    public int each(int most, Element element) throws IOException {
        enterList();
        int count = 0;
        while (nextElement()) {
            if (++count > most) {
                throw wrong("the list has more than " + most + " elements");
            }
            element.read(this);
        }
        return count;
    }

    public String text() throws IOException {
        if (!isText()) {
            throw wrong("expected a string");
        }
        return parser.getText();
    }

    public String text(int longest) throws IOException {
        String text = text();
        if (text.length() > longest) {
            throw wrong("the string has " + text.length() + " characters; the maximum is " + longest);
        }
        return text;
    }

    public boolean flag() throws IOException {
        JsonToken token = parser.currentToken();
        if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
            throw wrong("expected true or false");
        }
        return token == JsonToken.VALUE_TRUE;
    }

    public long number() throws IOException {
        if (!isNumber()) {
            throw wrong("expected a whole number");
        }
        return parser.getLongValue();
    }

    /** A whole number that fits an int. */
    public int integer() throws IOException {
        long value = number();
        if (value != (int) value) {
            throw wrong("the number " + value + " is too large");
        }
        return (int) value;
    }

    /** A whole number from 0. */
    public int count() throws IOException {
        int value = integer();
        if (value < 0) {
            throw wrong("the number can't be negative");
        }
        return value;
    }

    public double fraction() throws IOException {
        JsonToken token = parser.currentToken();
        if (token != JsonToken.VALUE_NUMBER_INT && token != JsonToken.VALUE_NUMBER_FLOAT) {
            throw wrong("expected a number");
        }
        double value = parser.getDoubleValue();
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw wrong("the number is too large");
        }
        return value;
    }

    /** A length of time in milliseconds. */
    public Duration millis() throws IOException {
        return Duration.ofMillis(amount());
    }

    /** A size in bytes. */
    public MemorySize size() throws IOException {
        return new MemorySize(amount());
    }

    /** A whole number from 0 that may be large. */
    public long amount() throws IOException {
        long value = number();
        if (value < 0) {
            throw wrong("the number can't be negative");
        }
        return value;
    }

    public AttemptId attempt() throws IOException {
        return AttemptId.parse(text());
    }

    public BlobHash hash() throws IOException {
        return new BlobHash(text());
    }

    /** An instant such as {@code 2026-01-31T12:00:00.250Z}. */
    public Instant instant() throws IOException {
        try {
            return Instants.parse(text(Instants.LONGEST));
        } catch (DateTimeException malformed) {
            throw wrong(Instants.EXPECTED);
        }
    }

    /** A moment, or the word that stands for this one. */
    public Instant instant(String word, Instant meaning) throws IOException {
        String text = text(Instants.LONGEST);
        try {
            return text.equals(word) ? meaning : Instants.parse(text);
        } catch (DateTimeException malformed) {
            throw wrong(Instants.EXPECTED + ", or " + word);
        }
    }

    /** One of some words. */
    public <E> E word(Map<String, E> words) throws IOException {
        E value = words.get(text());
        if (value == null) {
            throw wrong("expected one of " + String.join(", ", words.keySet()));
        }
        return value;
    }

    /** The value of a field that must be there. */
    public <T> T required(@Nullable T value, String field) throws BadMessage {
        if (value == null) {
            throw new BadMessage(path(parser) + "/" + field, "it is missing");
        }
        return value;
    }

    /** A refusal that names the place where the input stands. */
    public BadMessage wrong(String why) {
        return new BadMessage(path(parser), why);
    }

    /** A refusal of values that are fine one by one and do not go together. */
    public BadMessage contradiction(String why) {
        return BadMessage.contradiction(path(parser), why);
    }

    /** What several values make together; if a record of core refuses it, they contradict each other. */
    public <T> T together(Supplier<T> made) throws BadMessage {
        try {
            return made.get();
        } catch (IllegalArgumentException refused) {
            throw contradiction(String.valueOf(refused.getMessage()));
        }
    }

    static String path(JsonParser parser) {
        return parser.getParsingContext().pathAsPointer().toString();
    }
}
