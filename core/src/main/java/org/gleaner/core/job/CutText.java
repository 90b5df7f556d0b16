package org.gleaner.core.job;

/** Text that is too long, cut where no character is torn: half of a pair is no text, and stored as a question mark. */
public final class CutText {
    private CutText() {}

    /** At most so many of its units. */
    public static String to(int most, String text) {
        if (text.length() <= most) {
            return text;
        }
        boolean torn = most > 0 && Character.isHighSurrogate(text.charAt(most - 1));
        return text.substring(0, torn ? most - 1 : most);
    }

    /** The same, with a sign that something is missing. */
    public static String marked(int most, String text) {
        return text.length() <= most ? text : to(most - 1, text) + "…";
    }
}
