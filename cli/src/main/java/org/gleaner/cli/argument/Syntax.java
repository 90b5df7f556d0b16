package org.gleaner.cli.argument;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that a verb accepts, declared: the parser and the help read the same table.
 *
 * @param purpose one line, without a full stop
 * @param examples what to type and what it does, the most useful first
 */
public record Syntax(String verb, String purpose, Operands operands, List<Example> examples, List<Flag> flags) {

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

    @Nullable
    Flag flag(String name) {
        for (Flag flag : flags) {
            if (flag.name().equals(name)) {
                return flag;
            }
        }
        return null;
    }
}
