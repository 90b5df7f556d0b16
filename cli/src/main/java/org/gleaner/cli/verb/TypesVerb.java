package org.gleaner.cli.verb;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.function.DoubleFunction;
import org.gleaner.cli.access.Access;
import org.gleaner.core.grid.ClassUse;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.TypeSummary;
import org.gleaner.core.grid.TypeUse;
import org.gleaner.core.job.MemorySize;
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

/** Shows how long tasks take and what they use, by type. */
public final class TypesVerb implements CliVerb {
    private static final String UNKNOWN = "unknown";
    private static final Duration SHORTEST = Minutes.duration(RunLengths.at(0));

    @Override
    public Syntax syntax() {
        return Syntax.of("types", "show how long tasks take and what they use, by type", Operands.NONE)
                .example("gleaner types", "yours, last used first; 10%, 90%: percentiles of the run time at mean speed")
                .example(
                        "gleaner types --verbose",
                        "also by class of machine: means of run time, CPU and memory ± standard deviation")
                .example("gleaner history --type sim.py", "the individual attempts of one type")
                .flags(Flag.on("verbose", "also show what they use on each class of machine"), Flag.JSON);
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
        Table table = new Table(
                "TYPE",
                "OWNER",
                "READY",
                "RUNNING",
                "DONE",
                "RECENT MEAN",
                "MEAN AT SPEED 1",
                "10%",
                "90%",
                "CORES",
                "MEMORY",
                "LAST");
        types.types().forEach(one -> table.add(cells(one)));
        table.print(here.out());
        if (arguments.has("verbose")) {
            here.out().println();
            classes(types).print(here.out());
        }
        if (types.more()) {
            here.out().println("Types that were used longer ago are not shown.");
        }
        return Exit.OK;
    }

    private static String[] cells(TypeSummary one) {
        TypeSummary.RunTimes runtimes = one.runtimes();
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
            one.use().share().isKnown() ? cores(one.use().share().mean()) : UNKNOWN,
            one.use().memory().isKnown() ? memory(one.use().memory().mean()) : UNKNOWN,
            Moments.text(one.used())
        };
    }

    private static Table classes(Reply.Types types) {
        Table table =
                new Table("TYPE", "OWNER", "MACHINES", "SPEED", "RUNS", "MEAN RUN TIME", "CPU TIME", "CORES", "MEMORY");
        for (TypeSummary one : types.types()) {
            for (ClassUse each : one.ofClasses()) {
                TypeUse use = each.use();
                table.add(
                        one.type().type(),
                        one.type().owner().name(),
                        each.where().os() + " " + each.where().arch(),
                        "× " + number(each.where().speed()),
                        Long.toString(use.run().count()),
                        spread(use.run(), TypesVerb::span),
                        spread(use.cpu(), TypesVerb::span),
                        spread(use.share(), TypesVerb::cores),
                        spread(use.memory(), TypesVerb::memory));
            }
        }
        return table;
    }

    private static String spread(TypeUse.Figure figure, DoubleFunction<String> text) {
        return !figure.isKnown()
                ? UNKNOWN
                : figure.count() == 1
                        ? text.apply(figure.mean())
                        : text.apply(figure.mean()) + " ± " + text.apply(figure.deviation());
    }

    private static String span(double millis) {
        return Spans.text(Duration.ofMillis(Math.round(millis)));
    }

    private static String cores(double share) {
        return String.format(Locale.ROOT, "%.2f", share);
    }

    private static String memory(double bytes) {
        return new MemorySize(Math.round(bytes)).toString();
    }

    private static String number(double value) {
        return value >= 1 ? Long.toString(Math.round(value)) : "1/" + Math.round(1 / value);
    }

    /** Run times are kept in steps that begin at a second: how far below it they are only the means tell. */
    static String quantile(Duration value) {
        return value.compareTo(SHORTEST) <= 0 ? "≤ " + Spans.text(SHORTEST) : Spans.text(value);
    }
}
