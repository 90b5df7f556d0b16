package org.gleaner.terminal.argument;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Spans;
import org.gleaner.terminal.console.CliFailure;
import org.jspecify.annotations.Nullable;

/** What was typed, parsed. A value that does not fit its flag is refused when it is asked for. */
public record Arguments(String verb, Map<String, List<String>> flags, List<String> operands) {
    private static final Pattern CLOCK = Pattern.compile("([0-9]{1,6})(?::([0-9]{2}))?(?::([0-9]{2}))?");

    public boolean has(String flag) {
        return flags.containsKey(flag);
    }

    public boolean json() {
        return has("json");
    }

    public @Nullable String text(String flag) {
        List<String> values = flags.get(flag);
        return values == null ? null : values.get(values.size() - 1);
    }

    public String text(String flag, String otherwise) {
        String text = text(flag);
        return text == null ? otherwise : text;
    }

    public List<String> all(String flag) {
        return flags.getOrDefault(flag, List.of());
    }

    public String operand(int index, String otherwise) {
        return index < operands.size() ? operands.get(index) : otherwise;
    }

    /** A whole number from {@code least}. */
    public int count(String flag, int least, int otherwise) throws CliFailure {
        return count(flag, least, Integer.MAX_VALUE, otherwise);
    }

    /** A whole number from {@code least} to {@code most}. */
    public int count(String flag, int least, int most, int otherwise) throws CliFailure {
        String text = text(flag);
        if (text == null) {
            return otherwise;
        }
        try {
            int value = Integer.parseInt(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException notANumber) {
            // Told below in the same words as a number that is too small or too large.
        }
        throw unusable(flag, "'" + text + "' is not a whole number from " + least + " to " + most + ".");
    }

    /** A whole number, negative ones included. */
    public int number(String flag, int otherwise) throws CliFailure {
        String text = text(flag);
        try {
            return text == null ? otherwise : Integer.parseInt(text);
        } catch (NumberFormatException notANumber) {
            throw unusable(flag, "'" + text + "' is not a whole number.");
        }
    }

    public @Nullable Duration span(String flag) throws CliFailure {
        String text = text(flag);
        try {
            return text == null ? null : Spans.parse(text);
        } catch (IllegalArgumentException malformed) {
            throw unusable(flag, sentence(malformed) + habit(text));
        }
    }

    public @Nullable MemorySize size(String flag) throws CliFailure {
        String text = text(flag);
        try {
            return text == null ? null : MemorySize.typed(text);
        } catch (IllegalArgumentException malformed) {
            throw unusable(flag, sentence(malformed));
        }
    }

    /** How to write here what Slurm takes as minutes, or as hours, minutes and seconds; empty for all else. */
    private static String habit(@Nullable String text) {
        Matcher clock = CLOCK.matcher(String.valueOf(text));
        if (!clock.matches()) {
            return "";
        }
        long first = Long.parseLong(clock.group(1));
        if (clock.group(2) == null) {
            return " For " + first + " minutes write " + first + "m.";
        }
        long second = Long.parseLong(clock.group(2));
        if (clock.group(3) == null) {
            return " Instead of " + text + " write " + (first * 60 + second) + "s.";
        }
        long seconds = first * 3600 + second * 60 + Long.parseLong(clock.group(3));
        return " Instead of " + text + " write "
                + (seconds % 3600 == 0 ? seconds / 3600 + "h" : seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s")
                + ".";
    }

    /** The three lines for a flag whose value can't be used. */
    public CliFailure unusable(String flag, String why) {
        return CliFailure.usage("The value of --" + flag + " can't be used.", why, seeHelp(verb));
    }

    public static String seeHelp(String verb) {
        return "'gleaner " + verb + " --help' shows how to use it.";
    }

    /** The records of core refuse in words meant for people, but not in sentences. */
    public static String sentence(IllegalArgumentException refusal) {
        String text = String.valueOf(refusal.getMessage());
        return Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".";
    }
}
