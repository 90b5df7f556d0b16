package org.gleaner.core.job;

/** A short word that people match by: an operating system, a tag, a runtime. */
public final class Label {
    private static final int LONGEST = 100;

    private Label() {}

    /** Throws an {@link IllegalArgumentException} that names what is wrong. */
    public static void check(String what, String text) {
        if (text.isEmpty() || text.length() > LONGEST || !text.codePoints().allMatch(Label::isAllowed)) {
            throw new IllegalArgumentException("the " + what + " '" + text + "' must have 1 to " + LONGEST
                    + " letters, digits or any of . _ - + = / and no spaces");
        }
    }

    private static boolean isAllowed(int c) {
        return Character.isLetterOrDigit(c)
                || Character.getType(c) == Character.OTHER_NUMBER
                || Character.getType(c) == Character.LETTER_NUMBER
                || "._-+=/".indexOf(c) >= 0;
    }
}
