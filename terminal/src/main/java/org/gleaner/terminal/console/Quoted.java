package org.gleaner.terminal.console;

import java.util.ArrayList;
import java.util.List;

/** Words as one would type them into a shell. */
public final class Quoted {
    private Quoted() {}

    public static String words(List<String> words) {
        List<String> quoted = new ArrayList<>();
        words.forEach(word -> quoted.add(word(word)));
        return String.join(" ", quoted);
    }

    public static String word(String word) {
        return word.matches("[\\p{L}\\p{N}_./:=@%+,-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
