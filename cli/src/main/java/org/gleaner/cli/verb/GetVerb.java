package org.gleaner.cli.verb;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.cli.access.Access;
import org.gleaner.cli.access.ClientVerb;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.job.Chosen;
import org.gleaner.client.job.Fetched;
import org.gleaner.client.job.Results;
import org.gleaner.core.job.Counted;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;

/** Fetches results. */
public final class GetVerb implements ClientVerb {
    /** So many directories are named. */
    private static final int NAMED = 5;

    @Override
    public Syntax syntax() {
        return Syntax.of("get", "fetch results; safe to repeat while more come in", Operands.of("[SEL]", 0, 1))
                .example("gleaner get 7", "into gleaner-7/, task i of an array into gleaner-7/i/")
                .example("gleaner get 7 --to results", "into results/")
                .example("gleaner get 7 --to 'res/{#}.csv'", "the one output of task 3 as res/3.csv")
                .flags(
                        Flag.one("to", "DIR", "where to put them; {}, {#} or {column} name one output per task"),
                        Flag.on("outputs-only", "skip stdout and stderr"),
                        Flag.on("as-is", "in declared directories, also fetch hidden files and keep executable bits"),
                        Flag.on("partial", "fetch what unfinished tasks have written so far (see submit --partial)"),
                        Flag.JSON);
    }

    @Override
    public int work(Arguments arguments, Surroundings here) throws ClientFailure, CliFailure, CallFailed, IOException {
        UserCalls calls = Access.calls(here);
        List<Chosen> chosen = Chosen.many(calls, arguments.operand(0, "last"));
        String to = arguments.text("to");
        if (to != null && chosen.size() > 1) {
            throw CliFailure.usage(
                    "Several jobs would be mixed in " + to + ".",
                    chosen.size() + " jobs match.",
                    "Fetch them one by one, or leave --to out: then each has its own directory.");
        }
        if (to != null && Files.isRegularFile(here.file(to))) {
            throw CliFailure.usage(
                    "Can't fetch into " + to + ".",
                    "It is a file, and --to names a directory.",
                    "Name another one, or leave --to out.");
        }
        Results.Wish wish = new Results.Wish(!arguments.has("outputs-only"), arguments.has("as-is"));
        Results results = new Results(calls, here.directory(), wish);
        List<String> targets = new ArrayList<>();
        for (Chosen one : chosen) {
            String target =
                    to == null ? "gleaner-" + one.job().id() + (arguments.has("partial") ? "-partial" : "") : to;
            if (arguments.has("partial")) {
                results.fetchPartial(one, target);
            } else {
                results.fetch(one, target);
            }
            targets.add(target);
        }
        Fetched fetched = results.fetched();
        Summary sum = new Summary(fetched, String.join(", ", targets));
        if (arguments.json()) {
            Printer.json(here.out(), sum, Summary::write);
        } else if (fetched.tasks() == 0) {
            here.out().println(nothing(chosen));
        } else {
            here.out()
                    .println("Results of " + Counted.of(fetched.tasks(), "task") + " are in " + places(targets) + ": "
                            + Counted.of(fetched.written(), "file") + " written"
                            + (fetched.unchanged() > 0 ? ", " + fetched.unchanged() + " already there." : "."));
        }
        FetchedText.tell(fetched, here);
        return Exit.OK;
    }

    private static String places(List<String> targets) {
        return targets.size() <= NAMED
                ? String.join(", ", targets)
                : String.join(", ", targets.subList(0, NAMED)) + " and " + (targets.size() - NAMED) + " more";
    }

    private static String nothing(List<Chosen> chosen) {
        for (Chosen one : chosen) {
            int blocked = one.job().tasks().blocked();
            if (blocked > 0) {
                return "Nothing to fetch yet, and " + Counted.of(blocked, "task") + " of job "
                        + one.job().id() + (blocked == 1 ? " is" : " are") + " blocked; 'gleaner why "
                        + one.job().id() + "' says why.";
            }
        }
        boolean cancelled = chosen.stream()
                .map(one -> one.job().tasks())
                .allMatch(tasks -> tasks.total() > 0 && tasks.cancelled() == tasks.total());
        return cancelled
                ? "Nothing to fetch: all tasks were cancelled."
                : "Nothing to fetch yet; 'gleaner status' shows the progress.";
    }

    private record Summary(Fetched fetched, String to) {
        static void write(JsonGenerator out, Summary sum) throws IOException {
            out.writeStartObject();
            out.writeNumberField("version", 1);
            out.writeNumberField("tasks", sum.fetched.tasks());
            out.writeNumberField("written", sum.fetched.written());
            out.writeNumberField("unchanged", sum.fetched.unchanged());
            out.writeStringField("to", sum.to);
            out.writeNumberField("leftOut", sum.fetched.hidden());
            out.writeEndObject();
        }
    }
}
