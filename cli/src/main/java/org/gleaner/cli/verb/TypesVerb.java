package org.gleaner.cli.verb;

import java.io.IOException;
import java.time.Duration;
import org.gleaner.cli.access.Access;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.job.Spans;
import org.gleaner.core.observer.Minutes;
import org.gleaner.core.observer.RunLengths;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.ObservedJson;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Moments;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.console.Table;
import org.gleaner.terminal.verb.CliVerb;

/** Shows how long tasks take, by type. */
public final class TypesVerb implements CliVerb {
    private static final Duration SHORTEST = Minutes.duration(RunLengths.at(0));

    @Override
    public Syntax syntax() {
        return Syntax.of("types", "show how long tasks take, by type", Operands.NONE)
                .example(
                        "gleaner types",
                        "yours, last used first; 10%, 90%: at mean speed, so many of the tasks take at most so long")
                .example("gleaner types --json", "the same for programs")
                .example("gleaner history --type sim.py", "the individual attempts of one type")
                .flags(Flag.JSON);
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure, CallFailed, IOException {
        Reply.Types types = Access.calls(here).types().get();
        if (arguments.json()) {
            Printer.json(here.out(), types, ObservedJson::writeTypes);
            return Exit.OK;
        }
        if (types.types().isEmpty()) {
            here.out().println("No task has finished yet.");
            return Exit.OK;
        }
        Table table =
                new Table("TYPE", "OWNER", "READY", "RUNNING", "DONE", "TAKES", "AT MEAN SPEED", "10%", "90%", "LAST");
        types.types().forEach(one -> table.add(cells(one)));
        table.print(here.out());
        if (types.more()) {
            here.out().println("Types that were used longer ago are not shown.");
        }
        return Exit.OK;
    }

    private static String[] cells(Reply.TypeSummary one) {
        Reply.RunTimes runtimes = one.runtimes();
        return new String[] {
            one.type().type(),
            one.type().owner().name(),
            Integer.toString(one.ready()),
            Integer.toString(one.running()),
            Long.toString(one.done()),
            runtimes == null ? "-" : Spans.text(runtimes.mean()),
            runtimes == null ? "-" : Spans.text(runtimes.work()),
            runtimes == null ? "-" : quantile(runtimes.tenth()),
            runtimes == null ? "-" : quantile(runtimes.nineTenths()),
            Moments.text(one.used())
        };
    }

    /** Run times are kept in steps that begin at a second: how far below it they are only the means tell. */
    private static String quantile(Duration value) {
        return value.compareTo(SHORTEST) <= 0 ? "≤ " + Spans.text(SHORTEST) : Spans.text(value);
    }
}
