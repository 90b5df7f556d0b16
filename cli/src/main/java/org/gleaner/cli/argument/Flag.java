package org.gleaner.cli.argument;

/**
 * One flag of a verb.
 *
 * @param name without the dashes
 * @param value what its value is called in the help; empty for a switch
 * @param help one line
 */
public record Flag(String name, Kind kind, String value, String help) {
    /** How often a flag may come and whether a value follows. */
    public enum Kind {
        SWITCH,
        ONE,
        MANY
    }

    public static final Flag JSON = on("json", "answer in JSON, for scripts");

    public static Flag on(String name, String help) {
        return new Flag(name, Kind.SWITCH, "", help);
    }

    public static Flag one(String name, String value, String help) {
        return new Flag(name, Kind.ONE, value, help);
    }

    public static Flag many(String name, String value, String help) {
        return new Flag(name, Kind.MANY, value, help);
    }

    boolean takesValue() {
        return kind != Kind.SWITCH;
    }

    String written() {
        return "--" + name + (takesValue() ? " " + value : "");
    }
}
