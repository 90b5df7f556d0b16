package org.gleaner.core.job;

import java.nio.charset.StandardCharsets;

/** The one rule for file names that cross the wire: relative, with forward slashes, inside the task's directory. */
public final class FilePath {
    private static final int LONGEST = 1024;
    /** Bytes that the usual file systems can hold as the name of one file or directory. */
    public static final int LONGEST_PART = 255;

    /** What a program that reads UTF-8 puts in the place of bytes that are none. */
    private static final char REPLACED = '\ufffd';

    private FilePath() {}

    /** Whether a text from outside was altered as it was read, so that it no longer says what was meant. */
    public static boolean isAltered(String text) {
        return text.indexOf(REPLACED) >= 0 || !isText(text);
    }

    /** Whether it can be written as UTF-8: no half of a character stands alone. */
    public static boolean isText(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (!Character.isSupplementaryCodePoint(text.codePointAt(i))) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }

    /**
     * As {@link #check} for the name of a file that is on a disk now. Two names that are no text look the same once
     * they are read, so none of them may travel.
     */
    public static String checkFound(String path) {
        if (isAltered(path)) {
            return refuse(path, "it is not UTF-8 text");
        }
        return checkNew(path);
    }

    /**
     * As {@link #check}, and a file system can hold it too. For what comes from outside or is to be written; what
     * earlier versions stored is read without it.
     */
    public static String checkNew(String path) {
        if (!isText(path)) {
            return refuse(path, "it is not UTF-8 text");
        }
        if (hasLongPart(path)) {
            return refuse(path, "a part of it is longer than " + LONGEST_PART + " bytes");
        }
        return check(path);
    }

    /** Whether a file or directory in it has a name that the usual file systems can't hold. */
    public static boolean hasLongPart(String path) {
        // No character takes more than three bytes for each half of it.
        if (path.length() * 3L <= LONGEST_PART) {
            return false;
        }
        for (String part : path.split("/", -1)) {
            if (part.getBytes(StandardCharsets.UTF_8).length > LONGEST_PART) {
                return true;
            }
        }
        return false;
    }

    /** Returns the path if it may be used, else throws an {@link IllegalArgumentException} that says why not. */
    public static String check(String path) {
        if (path.isEmpty()) {
            return refuse(path, "it is empty");
        }
        if (path.length() > LONGEST) {
            return refuse(path, "it is longer than " + LONGEST + " characters");
        }
        if (path.startsWith("/") || path.contains("\\")) {
            return refuse(path, "it must be relative, with forward slashes");
        }
        if (startsWithDrive(path)) {
            return refuse(path, "Windows machines would take '" + path.substring(0, 2) + "' for a drive");
        }
        if (path.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
            return refuse(path, "it contains a control character");
        }
        for (String part : path.split("/", -1)) {
            if (part.isEmpty() || part.equals(".") || part.equals("..")) {
                return refuse(path, "it contains an empty part, '.' or '..'");
            }
        }
        return path;
    }

    private static String refuse(String path, String why) {
        throw new IllegalArgumentException("the file name '" + path + "' can't be used: " + why);
    }

    private static boolean startsWithDrive(String path) {
        return path.length() > 1 && path.charAt(1) == ':' && Character.isLetter(path.charAt(0));
    }
}
