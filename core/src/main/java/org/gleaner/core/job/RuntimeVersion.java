package org.gleaner.core.job;

import org.jspecify.annotations.Nullable;

/**
 * A runtime by name and version: what a machine has, or the least that a job needs.
 *
 * @param name such as {@code python}
 * @param version numbers between dots, such as {@code 3.9}; empty: whatever version
 */
public record RuntimeVersion(String name, String version) {
    private static final int MOST_PARTS = 6;
    private static final int MOST_DIGITS = 9;

    public RuntimeVersion {
        Label.check("runtime", name);
        if (!version.isEmpty() && parts(version) == null) {
            throw new IllegalArgumentException(
                    "the version '" + version + "' of " + name + " is not of numbers between dots, such as 3.9");
        }
    }

    /** {@code python:3.9}, or {@code python} for any version. */
    public static RuntimeVersion parse(String text) {
        int colon = text.indexOf(':');
        if (colon == text.length() - 1) {
            throw new IllegalArgumentException("'" + text + "' has a colon but no version; write python:3.9 or python");
        }
        return colon < 0
                ? new RuntimeVersion(text, "")
                : new RuntimeVersion(text.substring(0, colon), text.substring(colon + 1));
    }

    /** Whether a machine that has this can do what needs the other. */
    public boolean satisfies(RuntimeVersion need) {
        if (!name.equals(need.name)) {
            return false;
        }
        int[] mine = parts(version);
        int[] least = parts(need.version);
        if (least == null) {
            return true;
        }
        if (mine == null) {
            return false;
        }
        for (int i = 0; i < MOST_PARTS; i++) {
            if (mine[i] != least[i]) {
                return mine[i] > least[i];
            }
        }
        return true;
    }

    /** The numbers of a version, missing ones as 0; null if it is none. */
    private static int @Nullable [] parts(String version) {
        if (!version.matches(
                "[0-9]{1," + MOST_DIGITS + "}(\\.[0-9]{1," + MOST_DIGITS + "}){0," + (MOST_PARTS - 1) + "}")) {
            return null;
        }
        int[] numbers = new int[MOST_PARTS];
        int at = 0;
        for (String part : version.split("\\.", MOST_PARTS)) {
            numbers[at++] = Integer.parseInt(part);
        }
        return numbers;
    }

    @Override
    public String toString() {
        return version.isEmpty() ? name : name + ":" + version;
    }
}
