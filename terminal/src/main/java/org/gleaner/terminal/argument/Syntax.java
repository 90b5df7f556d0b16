package org.gleaner.terminal.argument;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that a verb accepts, declared: the parser and the help read the same table.
 *
 * @param purpose one line, without a full stop
 * @param examples what to type and what it does, the most useful first
 * @param habits flags of other programs, with their dashes, and what to write here instead
 * @param terms names that an operand may be, and what they mean
 */
public record Syntax(
        String verb,
        String purpose,
        Operands operands,
        List<Example> examples,
        List<Flag> flags,
        Map<String, String> habits,
        List<Example> terms) {

    /** A verb without examples and flags so far. */
    public static Syntax of(String verb, String purpose, Operands operands) {
        return new Syntax(verb, purpose, operands, List.of(), List.of(), Map.of(), List.of());
    }

    public Syntax example(String typed, String meaning) {
        List<Example> more = new ArrayList<>(examples);
        more.add(new Example(typed, meaning));
        return new Syntax(verb, purpose, operands, List.copyOf(more), flags, habits, terms);
    }

    public Syntax flags(Flag... all) {
        return flags(List.of(all));
    }

    public Syntax flags(List<Flag> all) {
        return new Syntax(verb, purpose, operands, examples, all, habits, terms);
    }

    public Syntax habits(Map<String, String> all) {
        return new Syntax(verb, purpose, operands, examples, flags, all, terms);
    }

    public Syntax terms(List<Example> all) {
        return new Syntax(verb, purpose, operands, examples, flags, habits, all);
    }

    /**
     * The words that are not flags.
     *
     * @param written as in the usage line
     * @param command whether they are a command, so that everything behind the first belongs to it, flags included
     */
    public record Operands(String written, int fewest, int most, boolean command) {
        public static final Operands NONE = new Operands("", 0, 0, false);

        public static Operands of(String written, int fewest, int most) {
            return new Operands(written, fewest, most, false);
        }

        public static Operands command(String written) {
            return new Operands(written, 0, Integer.MAX_VALUE, true);
        }
    }

    public record Example(String typed, String meaning) {}

    /** The flag of this name, without dashes. */
    public @Nullable Flag flag(String name) {
        for (Flag flag : flags) {
            if (flag.name().equals(name)) {
                return flag;
            }
        }
        return null;
    }

    /** The flag that a word such as {@code --file}, {@code --file=a} or {@code -f} means. */
    @Nullable
    Flag flagOf(String word) {
        int equals = word.indexOf('=');
        String dashed = equals < 0 ? word : word.substring(0, equals);
        if (dashed.startsWith("--")) {
            return flag(dashed.substring(2));
        }
        for (Flag flag : flags) {
            if (flag.letter() != null && dashed.equals("-" + flag.letter())) {
                return flag;
            }
        }
        return null;
    }
}
