package org.gleaner.protocol.wording;

import java.util.List;
import java.util.stream.Collectors;

/** Words as one would type them into a shell: each arrives as it is, whatever is in it. */
public final class Quoted {
    private Quoted() {}

    public static String words(List<String> words) {
        return words.stream().map(Quoted::word).collect(Collectors.joining(" "));
    }

    public static String word(String word) {
        return word.matches("[\\p{L}\\p{N}_./:=@%+,-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
