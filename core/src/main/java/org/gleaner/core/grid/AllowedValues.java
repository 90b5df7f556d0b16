package org.gleaner.core.grid;

import java.util.List;
import java.util.Locale;

/**
 * What a setting may be set to, for who offers a choice. Setting it looks at the value once more and has the last word.
 *
 * @param words that may be written; in forms other than words those that may stand in place of the value
 * @param least the smallest value, as it is written; empty: no bound worth telling
 * @param most the largest
 */
public record AllowedValues(Form form, List<String> words, String least, String most) {
    /** How a value is written. */
    public enum Form {
        /** One of the words. */
        WORD("", ""),
        COUNT("^[1-9][0-9]{0,8}$", ""),
        FRACTION("^(0(\\.[0-9]{1,6})?|1(\\.0{1,6})?)$", ""),
        DURATION("^[0-9]{1,9}(ms|s|m|h|d)$", "ms, s, m, h or d"),
        SIZE("", "K, M, G or T"),
        /** Names with numbers, such as {@code alice=4,bob=2}. */
        AMOUNTS("", ""),
        /** Host names with commas between. */
        HOSTS("", "");

        private final String pattern;
        private final String unit;

        Form(String pattern, String unit) {
            this.pattern = pattern;
            this.unit = unit;
        }

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** What such a value looks like; empty if that can't be told so. */
        public String pattern() {
            return pattern;
        }

        /** What may stand behind the number. */
        public String unit() {
            return unit;
        }
    }

    public AllowedValues {
        words = List.copyOf(words);
    }

    static AllowedValues words(List<String> words) {
        return new AllowedValues(Form.WORD, words, "", "");
    }

    static AllowedValues form(Form form, String... words) {
        return new AllowedValues(form, List.of(words), "", "");
    }

    AllowedValues within(String first, String last) {
        return new AllowedValues(form, words, first, last);
    }
}
