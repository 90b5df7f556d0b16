package org.gleaner.protocol.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the API's document asks of texts costs no more than reading them, whatever a caller sends. */
class PatternCostTest {
    private static final int LENGTH = 4000;
    /** Looks at each character. A pattern that tries every division of a text looks thousands of times. */
    private static final long MOST_LOOKS = 40;

    private static final List<String> NASTY = List.of("a", " ", "a ", " a", "/", "a/", "../", "\u00a0", "é", "1.", "0");

    /** Counts how often somebody looks at a character. */
    private static final class Watched implements CharSequence {
        private final String text;
        private long looks;

        Watched(String text) {
            this.text = text;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            looks++;
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.substring(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    @Test
    void no_pattern_of_the_document_looks_at_a_character_more_than_a_few_times() throws IOException {
        Set<String> patterns = patterns();

        assertThat(patterns).hasSizeGreaterThan(5).allSatisfy(pattern -> {
            for (String piece : NASTY) {
                String body = piece.repeat(LENGTH / piece.length());
                for (String end : List.of("", "\0", "\n", " \0")) {
                    assertThat(looks(pattern, body + end))
                            .as(piece + " " + pattern)
                            .isLessThan(MOST_LOOKS * LENGTH);
                }
            }
        });
    }

    @Test
    void a_pattern_that_tries_every_division_is_found_out() {
        assertThat(looks("^[^\\x00]*[^\\x00\\s][^\\x00]*$", "a".repeat(LENGTH) + "\0"))
                .isGreaterThan(MOST_LOOKS * LENGTH);
    }

    private static long looks(String pattern, String text) {
        Watched watched = new Watched(text);
        boolean unused = Pattern.compile(pattern).matcher(watched).find();
        return watched.looks;
    }

    private static Set<String> patterns() throws IOException {
        Set<String> found = new TreeSet<>();
        try (InputStream in = Objects.requireNonNull(
                        PatternCostTest.class.getResourceAsStream("/org/gleaner/protocol/openapi.json"));
                JsonParser json = new JsonFactory().createParser(in)) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token == JsonToken.FIELD_NAME && json.currentName().equals("pattern")) {
                    token = json.nextToken();
                    if (token == JsonToken.VALUE_STRING) {
                        found.add(json.getText());
                    }
                }
            }
        }
        return found;
    }
}
