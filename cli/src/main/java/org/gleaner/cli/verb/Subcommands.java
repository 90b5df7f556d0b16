package org.gleaner.cli.verb;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.protocol.problem.Nearest;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;

/**
 * The second words of a verb that has some, such as {@code node list}.
 *
 * @param forms each with what follows it, such as {@code info NODE} or {@code get [NAME]}
 */
record Subcommands(List<String> forms) {
    static Subcommands of(String... forms) {
        return new Subcommands(List.of(forms));
    }

    Operands operands() {
        int most = forms.stream().mapToInt(form -> form.split(" ").length).max().orElse(1);
        return Operands.of(String.join(" | ", forms), 1, most);
    }

    /** The second word that was typed, with as many operands as it takes. */
    String chosen(Arguments arguments) throws CliFailure {
        String word = arguments.operand(0, "");
        String verb = "gleaner " + arguments.verb() + " ";
        List<String> names = new ArrayList<>();
        for (String form : forms) {
            List<String> words = List.of(form.split(" "));
            names.add(words.get(0));
            if (words.get(0).equals(word)) {
                long least = words.stream().filter(one -> !one.startsWith("[")).count();
                int given = arguments.operands().size();
                if (given < least || given > words.size()) {
                    throw CliFailure.usage(
                            "'" + verb + word + "' has the wrong number of arguments.",
                            "Usage: " + verb + form,
                            Arguments.seeHelp(arguments.verb()));
                }
                return word;
            }
        }
        String near = Nearest.to(word, names);
        throw CliFailure.usage(
                "There is no '" + verb + word + "'.",
                "Usage: " + verb + String.join(" | ", forms),
                near == null ? Arguments.seeHelp(arguments.verb()) : "Did you mean '" + verb + near + "'?");
    }
}
