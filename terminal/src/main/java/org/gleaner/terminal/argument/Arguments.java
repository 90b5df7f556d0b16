package org.gleaner.terminal.argument;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Spans;
import org.gleaner.core.job.WholeNumber;
import org.gleaner.protocol.problem.SystemWords;
import org.gleaner.terminal.console.CliFailure;
import org.jspecify.annotations.Nullable;

/** What was typed, parsed. A value that does not fit its flag is refused when it is asked for. */
public record Arguments(String verb, Map<String, List<String>> flags, List<String> operands) {
    /** The flag that names a file with numbers of jobs, in place of a selector. */
    public static final String IDS_FROM = "ids-from";

    public Arguments withOperands(List<String> others) {
        return new Arguments(verb, flags, others);
    }

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
        return has(flag) ? parsed(flag, text -> WholeNumber.parse(text, least, most)) : otherwise;
    }

    /** A whole number, negative ones included. */
    public int number(String flag, int otherwise) throws CliFailure {
        return has(flag) ? parsed(flag, WholeNumber::parse) : otherwise;
    }

    public @Nullable Duration span(String flag) throws CliFailure {
        return has(flag) ? parsed(flag, Spans::parse) : null;
    }

    public @Nullable MemorySize size(String flag) throws CliFailure {
        return has(flag) ? parsed(flag, MemorySize::typed) : null;
    }

    /** Called only for texts that are there: the readers are lambdas, which cost a short command milliseconds. */
    private <T> T parsed(String flag, Function<String, T> reader) throws CliFailure {
        try {
            return reader.apply(text(flag, ""));
        } catch (IllegalArgumentException malformed) {
            throw unusable(flag, sentence(malformed));
        }
    }

    /** The three lines for a flag whose value can't be used. */
    public CliFailure unusable(String flag, String why) {
        return CliFailure.usage("Invalid value for --" + flag + ".", why, seeHelp(verb));
    }

    public static String seeHelp(String verb) {
        return "'gleaner " + verb + " --help' shows how to use it.";
    }

    public static String sentence(IllegalArgumentException refusal) {
        return SystemWords.sentence(refusal);
    }
}
