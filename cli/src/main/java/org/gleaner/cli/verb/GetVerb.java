package org.gleaner.cli.verb;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import org.gleaner.cli.access.Access;
import org.gleaner.core.job.Counted;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.http.UserCalls;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Example;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.verb.CliVerb;

/** Fetches results. */
public final class GetVerb implements CliVerb {
    @Override
    public Syntax syntax() {
        return new Syntax(
                "get",
                "fetch results; safe to repeat while more come in",
                Operands.of("[SEL]", 0, 1),
                List.of(
                        new Example("gleaner get 7", "into gleaner-7/, task i of an array into gleaner-7/i/"),
                        new Example("gleaner get 7 --to results", "into results/"),
                        new Example("gleaner get 7 --to 'res/{#}.csv'", "the one output of task 3 as res/3.csv")),
                List.of(
                        Flag.one("to", "DIR", "where to put them; {}, {#} or {column} name one output per task"),
                        Flag.on("outputs-only", "leave out stdout and stderr"),
                        Flag.on(
                                "as-is",
                                "below declared directories, hidden files and executable bits too, as the task left"
                                        + " them"),
                        Flag.on("partial", "what tasks that are not done have written so far (submit --partial)"),
                        Flag.JSON));
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure, CallFailed, IOException {
        UserCalls calls = Access.calls(here);
        List<Chosen> chosen = Chosen.of(calls, arguments.operand(0, "last"));
        String to = arguments.text("to");
        if (to != null && chosen.size() > 1) {
            throw CliFailure.usage(
                    "Several jobs would be mixed in " + to + ".",
                    chosen.size() + " jobs match.",
                    "Fetch them one by one, or leave --to out: then each has its own directory.");
        }
        Caution caution = new Caution(arguments.has("as-is"));
        Unwritten unwritten = new Unwritten();
        Summary sum = new Summary(0, 0, 0, "", 0);
        for (Chosen one : chosen) {
            String target =
                    to == null ? "gleaner-" + one.job().id() + (arguments.has("partial") ? "-partial" : "") : to;
            Results results =
                    new Results(calls, here.directory(), target, !arguments.has("outputs-only"), caution, unwritten);
            if (arguments.has("partial")) {
                results.fetchPartial(one);
            } else {
                results.fetch(one);
            }
            sum = new Summary(
                    sum.tasks + results.tasks(),
                    sum.written + results.written(),
                    sum.unchanged + results.unchanged(),
                    sum.to.isEmpty() ? target : sum.to + ", " + target,
                    caution.hidden());
        }
        if (arguments.json()) {
            Printer.json(here.out(), sum, Summary::write);
        } else if (sum.tasks == 0) {
            here.out().println(nothing(chosen));
        } else {
            here.out()
                    .println("Results of " + Counted.of(sum.tasks, "task") + " are in " + sum.to + ": "
                            + Counted.of(sum.written, "file") + " written"
                            + (sum.unchanged > 0 ? ", " + sum.unchanged + " were there already." : "."));
        }
        String told = caution.told();
        if (told != null) {
            here.err().println(told);
        }
        unwritten.check();
        return Exit.OK;
    }

    private static String nothing(List<Chosen> chosen) {
        for (Chosen one : chosen) {
            int blocked = one.job().tasks().blocked();
            if (blocked > 0) {
                return "There is nothing to fetch yet, and " + Counted.of(blocked, "task") + " of job "
                        + one.job().id() + (blocked == 1 ? " is" : " are") + " blocked; 'gleaner why "
                        + one.job().id() + "' says why.";
            }
        }
        return "There is nothing to fetch yet; 'gleaner status' shows where the tasks stand.";
    }

    private record Summary(int tasks, int written, int unchanged, String to, int leftOut) {
        static void write(JsonGenerator out, Summary sum) throws IOException {
            out.writeStartObject();
            out.writeNumberField("version", 1);
            out.writeNumberField("tasks", sum.tasks);
            out.writeNumberField("written", sum.written);
            out.writeNumberField("unchanged", sum.unchanged);
            out.writeStringField("to", sum.to);
            out.writeNumberField("leftOut", sum.leftOut);
            out.writeEndObject();
        }
    }
}
