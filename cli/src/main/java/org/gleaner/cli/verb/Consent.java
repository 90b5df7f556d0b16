package org.gleaner.cli.verb;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Surroundings;

/** Asks a person before much is done at once. Where nobody types, {@code --yes} has to say it. */
final class Consent {
    static final Flag YES = Flag.on("yes", "do not ask, however many jobs match");

    private Consent() {}

    /**
     * Refused unless there is consent.
     *
     * @param select what they match
     * @param deed what would be done, from its verb on: {@code delete 12 jobs with all their results}
     */
    static void check(Arguments arguments, String select, String deed, Surroundings here)
            throws CliFailure, IOException {
        if (arguments.has("yes")) {
            return;
        }
        if (!here.streams().inIsTerminal()) {
            throw CliFailure.usage(
                    "Not done: this would " + deed + ".",
                    "There is nobody to ask: standard input is not a terminal.",
                    "Add --yes if you mean it; 'gleaner status " + select + "' shows them.");
        }
        here.err().print("This would " + deed + ". Continue? [y/N] ");
        here.err().flush();
        String answer =
                new BufferedReader(new InputStreamReader(here.streams().in(), StandardCharsets.UTF_8)).readLine();
        String said = answer == null ? "" : answer.strip().toLowerCase(Locale.ROOT);
        if (!said.equals("y") && !said.equals("yes")) {
            throw CliFailure.refused("Not done.", "You did not say yes.", "Nothing has changed.");
        }
    }
}
