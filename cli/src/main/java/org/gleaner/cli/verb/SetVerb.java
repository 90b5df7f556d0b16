package org.gleaner.cli.verb;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.gleaner.cli.argument.Arguments;
import org.gleaner.cli.argument.Flag;
import org.gleaner.cli.argument.Syntax;
import org.gleaner.cli.argument.Syntax.Example;
import org.gleaner.cli.argument.Syntax.Operands;
import org.gleaner.cli.console.Access;
import org.gleaner.cli.console.CliFailure;
import org.gleaner.cli.console.Exit;
import org.gleaner.cli.console.Printer;
import org.gleaner.cli.console.Surroundings;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.job.Spans;
import org.gleaner.core.job.Terms;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.AdjustJson;
import org.jspecify.annotations.Nullable;

/** Changes the terms of jobs that are there: their turn, and how often and how long their tasks may be tried. */
public final class SetVerb implements CliVerb {
    private static final int MOST_WORDS = 7;
    private static final String KNOWN = "priority, at-most, max-failures, max-lost, stop-after and time";

    @Override
    public Syntax syntax() {
        return new Syntax(
                "set",
                "change the priority or the limits of a job while it is there",
                Operands.of("SEL NAME=VALUE…", 2, MOST_WORDS),
                List.of(
                        new Example("gleaner set 7 priority=3", "before your other jobs"),
                        new Example("gleaner set 7 at-most=10 max-failures=1", "gently, and no second tries"),
                        new Example("gleaner set 7 time=2h", "tasks that start from now on; time=none lifts it")),
                List.of(Flag.JSON));
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure, CallFailed, IOException {
        String select = arguments.operand(0, "");
        Chosen.selector(select);
        Terms terms = Terms.NONE;
        for (String word : arguments.operands().subList(1, arguments.operands().size())) {
            terms = with(terms, word);
        }
        Reply.Adjusted adjusted = Access.calls(here).set(select, terms).get();
        if (arguments.json()) {
            Printer.json(here.out(), adjusted, AdjustJson::writeAdjusted);
        } else {
            adjusted.jobs()
                    .forEach(job -> here.out()
                            .println("Job " + job + ": "
                                    + String.join(
                                            " ",
                                            arguments
                                                    .operands()
                                                    .subList(
                                                            1,
                                                            arguments.operands().size())) + "."));
        }
        return Exit.OK;
    }

    private static Terms with(Terms old, String word) throws CliFailure {
        int equals = word.indexOf('=');
        String name = equals < 0 ? word : word.substring(0, equals);
        String value = equals < 0 ? "" : word.substring(equals + 1);
        return switch (name) {
            case "priority" ->
                new Terms(
                        number(word, value, true),
                        old.atMost(),
                        old.maxFailures(),
                        old.maxLost(),
                        old.stopAfter(),
                        old.time());
            case "at-most" ->
                new Terms(
                        old.priority(),
                        number(word, value, false),
                        old.maxFailures(),
                        old.maxLost(),
                        old.stopAfter(),
                        old.time());
            case "max-failures" ->
                new Terms(
                        old.priority(),
                        old.atMost(),
                        number(word, value, false),
                        old.maxLost(),
                        old.stopAfter(),
                        old.time());
            case "max-lost" ->
                new Terms(
                        old.priority(),
                        old.atMost(),
                        old.maxFailures(),
                        number(word, value, false),
                        old.stopAfter(),
                        old.time());
            case "stop-after" ->
                new Terms(
                        old.priority(),
                        old.atMost(),
                        old.maxFailures(),
                        old.maxLost(),
                        number(word, value, false),
                        old.time());
            case "time" ->
                new Terms(
                        old.priority(),
                        old.atMost(),
                        old.maxFailures(),
                        old.maxLost(),
                        old.stopAfter(),
                        time(word, value));
            default -> throw wrong(word, "There are " + KNOWN + ".");
        };
    }

    private static int number(String word, String value, boolean signed) throws CliFailure {
        if (!value.matches(signed ? "-?[0-9]{1,8}" : "[0-9]{1,8}")) {
            throw wrong(word, "A whole number is expected behind the '='.");
        }
        return Integer.parseInt(value);
    }

    private static @Nullable Duration time(String word, String value) throws CliFailure {
        try {
            return value.equals("none") ? Duration.ZERO : Spans.parse(value);
        } catch (IllegalArgumentException e) {
            throw wrong(word, "A time such as 90s, 10m or 2h is expected behind the '=', or none.");
        }
    }

    private static CliFailure wrong(String word, String why) {
        return CliFailure.usage("'" + word + "' can't be set.", why, "For example: gleaner set 7 priority=3");
    }
}
