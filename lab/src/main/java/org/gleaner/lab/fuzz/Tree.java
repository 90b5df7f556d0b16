package org.gleaner.lab.fuzz;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** JSON that may be wrong: names may come twice, and a piece may be anything. Immutable. */
sealed interface Tree {
    /** An object; the names need not differ. */
    record Members(List<Member> members) implements Tree {
        public Members {
            members = List.copyOf(members);
        }

        @Nullable
        Tree get(String name) {
            for (Member member : members) {
                if (member.name().equals(name)) {
                    return member.value();
                }
            }
            return null;
        }
    }

    /** One field of an object. */
    record Member(String name, Tree value) {}

    /** A list. */
    record Items(List<Tree> items) implements Tree {
        public Items {
            items = List.copyOf(items);
        }
    }

    /** A text, which is written with the escapes that it needs. */
    record Text(String text) implements Tree {}

    /** Numbers, words and rubbish: written as they are. */
    record Verbatim(String written) implements Tree {}

    JsonFactory FACTORY = new JsonFactory();

    static Tree read(byte[] json) throws IOException {
        try (JsonParser parser = FACTORY.createParser(json)) {
            parser.nextToken();
            Tree tree = read(parser);
            if (parser.nextToken() != null) {
                throw new IOException("something follows after its end");
            }
            return tree;
        }
    }

    private static Tree read(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_OBJECT) {
            List<Member> members = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String name = parser.currentName();
                parser.nextToken();
                members.add(new Member(name, read(parser)));
            }
            return new Members(members);
        }
        if (token == JsonToken.START_ARRAY) {
            List<Tree> items = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                items.add(read(parser));
            }
            return new Items(items);
        }
        if (token == null) {
            throw new IOException("it is empty");
        }
        return token == JsonToken.VALUE_STRING ? new Text(parser.getText()) : new Verbatim(parser.getText());
    }

    static Tree number(long value) {
        return new Verbatim(Long.toString(value));
    }

    /** Its text, if it is one or a word. */
    static String text(@Nullable Tree tree, String otherwise) {
        if (tree instanceof Text text) {
            return text.text();
        }
        return tree instanceof Verbatim verbatim ? verbatim.written() : otherwise;
    }

    /** What it consists of, in order. */
    default List<Tree> parts() {
        if (this instanceof Members object) {
            return object.members().stream().map(Member::value).toList();
        }
        return this instanceof Items list ? list.items() : List.of();
    }

    /** The same with as many other parts. */
    default Tree with(List<Tree> parts) {
        if (this instanceof Members object) {
            return new Members(IntStream.range(0, parts.size())
                    .mapToObj(i -> new Member(object.members().get(i).name(), parts.get(i)))
                    .toList());
        }
        return this instanceof Items ? new Items(parts) : this;
    }

    default String json() {
        if (this instanceof Members object) {
            return object.members().stream()
                    .map(member -> quoted(member.name()) + ":" + member.value().json())
                    .collect(Collectors.joining(",", "{", "}"));
        }
        if (this instanceof Items list) {
            return list.items().stream().map(Tree::json).collect(Collectors.joining(",", "[", "]"));
        }
        return this instanceof Text text ? quoted(text.text()) : text(this, "");
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c)) {
                out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }
}
