package org.gleaner.agent.sandbox;

/** Text as one word of the shell, whatever is in it. */
public final class ShellWord {
    private ShellWord() {}

    public static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
