package org.gleaner.core.job;

/** Whole numbers as people write them. */
public final class WholeNumber {
    private WholeNumber() {}

    public static int parse(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException malformed) {
            throw new IllegalArgumentException("'" + text + "' is not a whole number", malformed);
        }
    }

    public static int parse(String text, int least, int most) {
        try {
            int value = Integer.parseInt(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException notANumber) {
            // Told below in the same words as a number that is too small or too large.
        }
        throw new IllegalArgumentException("'" + text + "' is not a whole number from " + least + " to " + most);
    }
}
