package org.gleaner.cli.verb;

import java.util.List;
import org.gleaner.protocol.problem.Nearest;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.console.CliFailure;

/** The second word of verbs that have one, such as {@code node list}. */
final class Words {
    private Words() {}

    /** Returns the second word, which must be one of those known. */
    static String expect(Arguments arguments, String... known) throws CliFailure {
        String word = arguments.operand(0, "");
        List<String> all = List.of(known);
        if (all.contains(word)) {
            return word;
        }
        String near = Nearest.to(word, all);
        String verb = "gleaner " + arguments.verb() + " ";
        throw CliFailure.usage(
                "There is no '" + verb + word + "'.",
                "'" + arguments.verb() + "' takes " + String.join(", ", all.subList(0, all.size() - 1)) + " or "
                        + all.get(all.size() - 1) + ".",
                near == null ? "'" + verb + "--help' shows examples." : "Did you mean '" + verb + near + "'?");
    }
}
