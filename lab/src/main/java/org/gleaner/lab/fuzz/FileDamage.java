package org.gleaner.lab.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Spoils a file that was right: words and lines of texts, bytes of anything. */
final class FileDamage {
    /** Instead of one word, number or mark. */
    static final List<String> WORDS = List.of(
            "",
            "0",
            "-1",
            "1e309",
            "NaN",
            "Infinity",
            "9223372036854775808",
            "99999999999",
            "0.0000000001",
            "-0.5",
            "007",
            "1_000",
            "0x1F",
            "true",
            "null",
            "{}",
            "{no}",
            "{#",
            "[",
            "]",
            "{",
            "}",
            "\"",
            "'",
            "\"\"\"",
            "=",
            ",",
            ";",
            "#",
            "\\",
            "$(id)",
            "`id`",
            "${HOME}",
            "../../x",
            "a/../..",
            ".",
            "*",
            "**/*",
            "[a-",
            "{a,b",
            "\t",
            "\r",
            "\u0000",
            "\u001b[2J",
            "\u202e",
            "\ufeff",
            "\ud83d\ude00",
            "\u00e9",
            "&x;",
            "<",
            "</scenario>",
            "<!DOCTYPE a>",
            "<![CDATA[",
            "&#0;",
            "%",
            "--",
            "-",
            "1-",
            "5-1",
            "1-99999999999",
            "1-10:0",
            "10m",
            "2G",
            "-5s",
            "2026-02-30",
            "--memory",
            "--no-such",
            "#GLEANER --cores x",
            "#SBATCH -N 1",
            "[table]",
            "a.b.c = 1",
            "x".repeat(70_000));

    private static final Pattern PIECES = Pattern.compile("[\\p{Alnum}_.]+|[^\\p{Alnum}\\s]");
    private static final int COPIES = 3000;

    private final Dice dice;

    FileDamage(Dice dice) {
        this.dice = dice;
    }

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
