package org.gleaner.cli.verb;

import java.io.IOException;
import org.gleaner.cli.access.Access;
import org.gleaner.cli.access.ClientVerb;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.job.Chosen;
import org.gleaner.core.grid.Selector;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.AnswerJson;
import org.gleaner.protocol.message.Explanation;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;

/** Asks the scheduler why tasks are where they are. */
public final class WhyVerb implements ClientVerb {
    @Override
    public Syntax syntax() {
        return Syntax.of("why", "say why tasks wait, run or failed", Operands.of("[SEL]", 0, 1))
                .example("gleaner why 7", "why is job 7 not done yet?")
                .example("gleaner why 7.3", "and this one task?")
                .example("gleaner why --json", "all your open jobs, for scripts")
                .flags(Flag.on("verbose", "also show recent scheduling decisions and their reasons"), Flag.JSON);
    }

    @Override
    public int work(Arguments arguments, Surroundings here) throws ClientFailure, CliFailure, CallFailed, IOException {
        String select = arguments.operand(0, "all");
        Selector selector = Chosen.selector(select);
        UserCalls calls = Access.calls(here);
        Explanation answer = calls.why(select).get();
        if (arguments.json()) {
            Printer.json(here.out(), answer, AnswerJson::writeExplained);
            return Exit.OK;
        }
        if (answer.reasons().isEmpty()) {
            here.out().println(selector instanceof Selector.InState in ? Chosen.none(calls, in) : "No open jobs.");
        }
        new Telling(calls, answer.reasons(), here.out(), arguments.has("verbose")).tell();
        ServerWarnings.print(calls, here.out());
        return Exit.OK;
    }
}
