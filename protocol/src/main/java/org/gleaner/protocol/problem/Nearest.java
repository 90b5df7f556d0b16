package org.gleaner.protocol.problem;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Guesses which known word was meant. */
public final class Nearest {
    private static final int SHORT = 3;

    private Nearest() {}

    /** The known word with the fewest typing errors, if they are few enough to be a slip; a unique beginning counts. */
    public static @Nullable String to(String word, List<String> known) {
        String best = null;
        int fewest = slips(word) + 1;
        for (String candidate : known) {
            if (isOther(word, candidate)) {
                continue;
            }
            int errors = distance(word, candidate);
            if (errors < fewest) {
                fewest = errors;
                best = candidate;
            }
        }
        return best == null ? beginning(word, known) : best;
    }

    /** One wrong letter in four is a slip; of two in four nobody knows what was meant: --hold is not --help. */
    private static int slips(String word) {
        return Math.max(1, letters(word).length() / 4);
    }

    /** Three letters of which the first is wrong are another word: --qos is not meant as --os. */
    private static boolean isOther(String word, String candidate) {
        String letters = letters(word);
        return letters.length() <= SHORT && !letters(candidate).startsWith(first(letters));
    }

    private static String letters(String word) {
        return word.replaceFirst("^-+", "");
    }

    private static String first(String letters) {
        return letters.substring(0, Math.min(1, letters.length()));
    }

    private static @Nullable String beginning(String word, List<String> known) {
        String found = null;
        for (String candidate : known) {
            if (candidate.startsWith(word)) {
                if (found != null) {
                    return null;
                }
                found = candidate;
            }
        }
        return found;
    }

    /** Letters inserted, left out, replaced, or swapped with their neighbour. */
    private static int distance(String a, String b) {
        int[][] errors = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                errors[i][j] = i == 0 || j == 0 ? i + j : least(errors, a, b, i, j);
            }
        }
        return errors[a.length()][b.length()];
    }

    private static int least(int[][] errors, String a, String b, int i, int j) {
        boolean same = a.charAt(i - 1) == b.charAt(j - 1);
        int least = Math.min(errors[i - 1][j - 1] + (same ? 0 : 1), Math.min(errors[i - 1][j], errors[i][j - 1]) + 1);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(least, errors[i - 2][j - 2] + 1) : least;
    }
}
