package org.gleaner.terminal.console;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Lines for people to copy into a shell: each word arrives as it is, whatever is in it. */
public final class Typed {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    private Typed() {}

    public static String line(List<String> words) {
        return words.stream().map(Typed::word).collect(Collectors.joining(" "));
    }

    private static String word(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
