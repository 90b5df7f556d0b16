package org.gleaner.core.job;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The one spelling of systems and processors that have several, so that what is the same also compares as the same. */
public final class Spelling {
    private Spelling() {}

    /** {@code linux}, {@code windows}, {@code macos}; other words stay, in lower case. */
    public static @Nullable String os(@Nullable String word) {
        if (word == null) {
            return null;
        }
        String lower = word.toLowerCase(Locale.ROOT);
        return switch (lower) {
            case "win", "win32", "win64" -> "windows";
            case "mac", "osx", "darwin" -> "macos";
            default -> lower;
        };
    }

    /** {@code x64}, {@code arm64}; other words stay, in lower case. */
    public static @Nullable String arch(@Nullable String word) {
        if (word == null) {
            return null;
        }
        String lower = word.toLowerCase(Locale.ROOT);
        return switch (lower) {
            case "amd64", "x86_64", "x86-64" -> "x64";
            case "aarch64" -> "arm64";
            default -> lower;
        };
    }
}
