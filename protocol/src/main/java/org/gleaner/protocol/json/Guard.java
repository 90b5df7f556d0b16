package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.gleaner.protocol.json.Shape.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Holds a message to its {@link Shape} while a reader walks over it, so that nothing is read twice nor kept. What a
 * reader skips is nobody's business. Confined to one thread.
 */
final class Guard {
    /** An object or a list that has not ended. */
    private static final class Level {
        private final Shape shape;
        private final boolean list;
        private final Set<String> fields = new HashSet<>();
        private String field = "";
        private int count;

        Level(Shape shape, boolean list) {
            this.shape = shape;
            this.list = list;
        }
    }

    private final JsonParser parser;
    private final Shape whole;
    private final Deque<Level> levels = new ArrayDeque<>();

    Guard(JsonParser parser, Shape whole) {
        this.parser = parser;
        this.whole = whole;
    }

    /** The value at which the parser stands is passed over: nobody looks at what is in it. */
    void skipped() {
        if (parser.currentToken().isStructStart()) {
            levels.pop();
        }
    }

    /** To be told of every token to which the parser has moved. */
    void look(JsonToken token) throws IOException {
        switch (token) {
            case FIELD_NAME -> {
                Level level = level();
                level.field = parser.currentName();
                refuse(level.shape.objectionToField(level.field));
            }
            case START_OBJECT -> enter(Kind.OBJECT);
            case START_ARRAY -> enter(Kind.LIST);
            case END_OBJECT, END_ARRAY -> leave();
            case VALUE_NULL -> expectNull();
            case VALUE_STRING -> {
                Shape shape = next(Kind.TEXT);
                if (shape != Shape.ANYTHING) {
                    refuse(shape.objection(parser.getText()));
                }
            }
            case VALUE_NUMBER_INT -> {
                Shape shape = next(Kind.WHOLE);
                if (shape != Shape.ANYTHING) {
                    refuse(shape.objection(parser.getLongValue()));
                }
            }
            case VALUE_NUMBER_FLOAT -> next(Kind.NUMBER);
            case VALUE_TRUE, VALUE_FALSE -> next(Kind.FLAG);
            default -> {}
        }
    }

    private Level level() {
        Level level = levels.peek();
        if (level == null) {
            throw new IllegalStateException("no object is open");
        }
        return level;
    }

    /** The shape of the value that begins here, which is of this kind. */
    private Shape next(Kind kind) throws BadMessage {
        Level level = levels.peek();
        Shape shape = whole;
        if (level != null) {
            level.count++;
            level.fields.add(level.field);
            refuse(level.shape.objectionWhile(level.count));
            shape = level.list ? level.shape.element() : level.shape.field(level.field);
        }
        Shape meant = shape.as(kind);
        refuse(meant.objection(kind));
        return meant;
    }

    private void enter(Kind kind) throws BadMessage {
        levels.push(new Level(next(kind), kind == Kind.LIST));
    }

    /** A field that nobody here knows may be anything; of all others null says less than leaving it out. */
    private void expectNull() throws BadMessage {
        Level level = levels.peek();
        if (level == null || level.list || level.shape.field(level.field) != Shape.ANYTHING) {
            throw new BadMessage(JsonInput.path(parser), "null is not allowed; omit the field");
        }
    }

    private void leave() throws BadMessage {
        Level level = levels.pop();
        String why = level.shape.objectionAtEnd(level.count, level.fields);
        if (why != null && why.startsWith("/")) {
            throw new BadMessage(JsonInput.path(parser) + why, "it is missing");
        }
        refuse(why);
    }

    private void refuse(@Nullable String why) throws BadMessage {
        if (why != null) {
            throw new BadMessage(JsonInput.path(parser), why);
        }
    }
}
