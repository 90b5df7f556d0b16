package org.gleaner.core.job;

/** The one rule for file names that cross the wire: relative, with forward slashes, inside the task's directory. */
public final class FilePath {
    private static final int LONGEST = 1024;

    /** What a program that reads UTF-8 puts in the place of bytes that are none. */
    private static final char REPLACED = '\ufffd';

    private FilePath() {}

    /** Whether a text from outside was altered as it was read, so that it no longer says what was meant. */
    public static boolean isAltered(String text) {
        return text.indexOf(REPLACED) >= 0;
    }

    /**
     * As {@link #check} for the name of a file that is on a disk now. Two names that are no text look the same once
     * they are read, so none of them may travel.
     */
    public static String checkFound(String path) {
        if (isAltered(path)) {
            throw new IllegalArgumentException("the file name '" + path + "' can't be used: it is not UTF-8 text");
        }
        return check(path);
    }

    /** Returns the path if it may be used, else throws an {@link IllegalArgumentException} that says why not. */
    public static String check(String path) {
        String why = null;
        if (path.isEmpty()) {
            why = "it is empty";
        } else if (path.length() > LONGEST) {
            why = "it is longer than " + LONGEST + " characters";
        } else if (path.startsWith("/") || path.contains("\\") || startsWithDrive(path)) {
            why = "it must be relative, with forward slashes";
        } else if (path.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
            why = "it contains a control character";
        } else {
            for (String part : path.split("/", -1)) {
                if (part.isEmpty() || part.equals(".") || part.equals("..")) {
                    why = "it contains an empty part, '.' or '..'";
                }
            }
        }
        if (why != null) {
            throw new IllegalArgumentException("the file name '" + path + "' can't be used: " + why);
        }
        return path;
    }

    private static boolean startsWithDrive(String path) {
        return path.length() > 1 && path.charAt(1) == ':' && Character.isLetter(path.charAt(0));
    }
}
