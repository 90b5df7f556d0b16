package org.gleaner.cli.argument;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.gleaner.cli.console.CliFailure;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Spans;
import org.jspecify.annotations.Nullable;

/** What was typed, parsed. A value that does not fit its flag is refused when it is asked for. */
public record Arguments(String verb, Map<String, List<String>> flags, List<String> operands) {
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
        String text = text(flag);
        if (text == null) {
            return otherwise;
        }
        try {
            int value = Integer.parseInt(text);
            if (value >= least) {
                return value;
            }
        } catch (NumberFormatException notANumber) {
            // Told below in the same words as a number that is too small or too large.
        }
        throw unusable(flag, "'" + text + "' is not a whole number from " + least + " to " + Integer.MAX_VALUE + ".");
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
            throw unusable(flag, clock(text) + sentence(malformed));
        }
    }

    public @Nullable MemorySize size(String flag) throws CliFailure {
        String text = text(flag);
        try {
            return text == null ? null : MemorySize.parse(text);
        } catch (IllegalArgumentException malformed) {
            throw unusable(flag, sentence(malformed));
        }
    }

    /** Spans as other programs write them: minutes without a unit, or hours, minutes and seconds between colons. */
    private static String clock(@Nullable String text) {
        return text != null && text.matches("[0-9]+(:[0-9]{2}){0,2}") ? "Spans have a unit here. " : "";
    }

    /** The three lines for a flag whose value can't be used. */
    public CliFailure unusable(String flag, String why) {
        return CliFailure.usage("--" + flag + " can't be used as it is.", why, seeHelp(verb));
    }

    public static String seeHelp(String verb) {
        return "'gleaner " + verb + " --help' shows how it is written.";
    }

    /** The records of core refuse in words meant for people, but not in sentences. */
    public static String sentence(IllegalArgumentException refusal) {
        String text = String.valueOf(refusal.getMessage());
        return Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".";
    }
}
