package org.gleaner.core.job;

/** The one rule for file names that cross the wire: relative, with forward slashes, inside the task's directory. */
public final class FilePath {
    private static final int LONGEST = 1024;

    private FilePath() {}

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
