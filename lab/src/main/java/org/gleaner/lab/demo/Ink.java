package org.gleaner.lab.demo;

import java.util.Map;

/** How a terminal shows colours. */
enum Ink {
    /** Any colour. */
    FULL,
    /** A cube of 6 x 6 x 6 colours, which nearly every terminal has. */
    CUBE,
    /** None: brightness becomes the density of a character. */
    NONE;

    private static final String RESET = "\033[0m";
    private static final String DENSITY = " .:-=+*#%@";

    /** What the environment says about the terminal; anything that is not one has no ink. */
    static Ink of(boolean terminal, Map<String, String> environment) {
        String term = environment.getOrDefault("TERM", "dumb");
        if (!terminal || !environment.getOrDefault("NO_COLOR", "").isEmpty() || term.equals("dumb")) {
            return NONE;
        }
        String promise = environment.getOrDefault("COLORTERM", "");
        return promise.equals("truecolor") || promise.equals("24bit") ? FULL : CUBE;
    }

    /** One character that shows two colours, one above the other. */
    String cell(int upper, int lower) {
        return switch (this) {
            case FULL -> "\033[38;2;" + parts(upper) + ";48;2;" + parts(lower) + "m▀" + RESET;
            case CUBE -> "\033[38;5;" + nearest(upper) + ";48;5;" + nearest(lower) + "m▀" + RESET;
            case NONE -> String.valueOf(DENSITY.charAt((light(upper) + light(lower)) * DENSITY.length() / 512));
        };
    }

    String bold(String text) {
        return this == NONE ? text : "\033[1m" + text + RESET;
    }

    String dim(String text) {
        return this == NONE ? text : "\033[2m" + text + RESET;
    }

    private static String parts(int colour) {
        return (colour >> 16 & 255) + ";" + (colour >> 8 & 255) + ";" + (colour & 255);
    }

    private static int nearest(int colour) {
        return 16 + 36 * sixth(colour >> 16 & 255) + 6 * sixth(colour >> 8 & 255) + sixth(colour & 255);
    }

    /** The levels of the cube are 0, 95, 135, 175, 215 and 255. */
    private static int sixth(int level) {
        return level < 48 ? 0 : Math.max(1, (level - 35) / 40);
    }

    private static int light(int colour) {
        return (3 * (colour >> 16 & 255) + 6 * (colour >> 8 & 255) + (colour & 255)) / 10;
    }
}
