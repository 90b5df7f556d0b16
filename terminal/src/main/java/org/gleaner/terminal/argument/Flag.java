package org.gleaner.terminal.argument;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One flag of a verb.
 *
 * @param name without the dashes
 * @param value what its value is called in the help; empty for a switch
 * @param help one line
 * @param letter what may be written behind one dash instead; null: nothing
 */
public record Flag(
        String name,
        Kind kind,
        String value,
        String help,
        @Nullable Character letter) {
    /** How often a flag may come and whether a value follows. */
    public enum Kind {
        SWITCH,
        ONE,
        MANY
    }

    public static final Flag JSON = on("json", "print JSON, for scripts");

    public static Flag on(String name, String help) {
        return new Flag(name, Kind.SWITCH, "", help, null);
    }

    public static Flag one(String name, String value, String help) {
        return new Flag(name, Kind.ONE, value, help, null);
    }

    public static Flag many(String name, String value, String help) {
        return new Flag(name, Kind.MANY, value, help, null);
    }

    /** The same, also written {@code -f}. */
    public Flag orLetter(char one) {
        return new Flag(name, kind, value, help, one);
    }

    public boolean takesValue() {
        return kind != Kind.SWITCH;
    }

    /** Whether its value names a file or directory. */
    boolean namesFile() {
        return value.equals("F")
                || value.startsWith("F.")
                || List.of("FILE", "DIR", "PATTERN").contains(value);
    }

    String written() {
        return (letter == null ? "" : "-" + letter + ", ") + "--" + name + (takesValue() ? " " + value : "");
    }
}
