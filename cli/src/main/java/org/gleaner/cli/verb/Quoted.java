package org.gleaner.cli.verb;

import java.util.ArrayList;
import java.util.List;

/** Words as one would type them into a shell, for people to read. */
final class Quoted {
    private Quoted() {}

    static String words(List<String> words) {
        List<String> quoted = new ArrayList<>();
        words.forEach(word -> quoted.add(word(word)));
        return String.join(" ", quoted);
    }

    static String word(String word) {
        return word.matches("[\\p{L}\\p{N}_./:=@%+,-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
