package org.gleaner.lab.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Spoils a file that was right: words and lines of texts, bytes of anything. */
record FileDamage(Dice dice) {
    /** Instead of one word, number or mark. */
    static final List<String> WORDS = Dictionary.of("file words");

    private static final Pattern PIECES = Pattern.compile("[\\p{Alnum}_.]+|[^\\p{Alnum}\\s]");
    private static final int COPIES = 3000;

    /** A text with one or two things wrong; now and then none. */
    byte[] text(String right) {
        String text = right;
        for (int i = dice.oneIn(10) ? 0 : 1 + dice.below(2); i > 0; i--) {
            text = dice.oneIn(3) ? line(text) : piece(text);
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return dice.oneIn(6) ? bytes(bytes) : bytes;
    }

    private String piece(String text) {
        Matcher matcher = PIECES.matcher(text);
        List<MatchResult> pieces = matcher.results().toList();
        if (pieces.isEmpty()) {
            return dice.of(WORDS);
        }
        MatchResult one = dice.of(pieces);
        return text.substring(0, one.start()) + dice.of(WORDS) + text.substring(one.end());
    }

    private String line(String text) {
        List<String> lines = new ArrayList<>(Arrays.asList(text.split("\n", -1)));
        int one = dice.below(lines.size());
        switch (dice.below(4)) {
            case 0 -> lines.remove(one);
            case 1 -> lines.add(one, lines.get(dice.below(lines.size())));
            case 2 -> lines.add(one, dice.of(WORDS));
            default -> lines.set(one, dice.oneIn(4) ? (lines.get(one) + "\n").repeat(COPIES) : "");
        }
        return String.join("\n", lines);
    }

    /** Any bytes with some changed, taken away or added. */
    byte[] bytes(byte[] right) {
        BodyDamage damage = new BodyDamage(dice);
        return switch (dice.below(5)) {
            case 0 -> Arrays.copyOf(right, dice.below(right.length + 1));
            case 1 -> Arrays.copyOf(right, right.length + dice.below(2000));
            case 2 -> Arrays.copyOfRange(right, dice.below(right.length + 1), right.length);
            default -> damage.flip(right);
        };
    }
}
