package org.gleaner.cli.verb;

import java.io.IOException;
import java.io.PrintStream;
import org.gleaner.cli.access.Access;
import org.gleaner.cli.access.ClientVerb;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.core.ahead.Contrast.Difference;
import org.gleaner.core.job.Counted;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.PastWhatIfJson;
import org.gleaner.protocol.json.WhatIfJson;
import org.gleaner.protocol.message.PastResult;
import org.gleaner.protocol.message.WhatIfQuestion;
import org.gleaner.protocol.message.WhatIfResult;
import org.gleaner.protocol.message.WhatIfView;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.console.Table;

/** Tells when jobs would be done if the pool were different. */
public final class WhatIfVerb implements ClientVerb {
    @Override
    public Syntax syntax() {
        return Syntax.of("whatif", "say when jobs would be done if the pool were different", Operands.of("", 0, 0))
                .example("gleaner whatif --add 10@office", "ten more machines like those tagged office")
                .example("gleaner whatif --job fit.toml", "one more job: when is it done, and what does it hold up?")
                .example(
                        "gleaner whatif --since 7d --remove lab --strategy mixed",
                        "both at once, in the last seven days")
                .flags(
                        Flag.many(
                                "add", "N[@NODES]", "N more machines like those of this id, name or tag, or like all"),
                        Flag.many("remove", "NODES", "without the machines of this id, name or tag"),
                        Flag.one("strategy", "NAME", "with another strategy"),
                        Flag.one("redundancy", "NAME", "with another rule for copies: off, plain or computed"),
                        Flag.one(
                                "objective",
                                "NAME",
                                "with another objective: auto, makespan, flow, deadline, balanced"),
                        Flag.many("job", "FILE", "with the job of this file submitted now, too"),
                        Flag.many(
                                "set",
                                "JOB:NAME=VALUE",
                                "your job with other priority, weight, at-most, copies, cores, memory, deadline"),
                        Flag.one(
                                "since",
                                "SPAN",
                                "what would have been different in the last 7d, say, instead of what is to come"),
                        Flag.one("futures", "N", "in so many futures, 1 to 100; 20 if not given"),
                        Flag.JSON);
    }

    @Override
    public int work(Arguments arguments, Surroundings here)
            throws ClientFailure, CliFailure, CallFailed, IOException, InterruptedException {
        WhatIfQuestion question = new WhatIfWords(arguments, here).question();
        UserCalls calls = Access.calls(here);
        WhatIfView answer = new Pondering(calls, here).answer(question);
        WhatIfResult result = answer.result();
        PastResult past = answer.past();
        if (past != null && arguments.json()) {
            Printer.json(here.out(), past, PastWhatIfJson::writeAnswer);
        } else if (past != null) {
            PastTable.print(past, EtaText.here(), here.out());
        } else if (result != null && arguments.json()) {
            Printer.json(here.out(), result, WhatIfJson::writeAnswer);
        } else if (result != null) {
            print(result, question.futures(), EtaText.by(result.at()), here.out());
        }
        return Exit.OK;
    }

    private static void print(WhatIfResult result, int wanted, EtaText text, PrintStream out) {
        if (result.jobs().isEmpty()) {
            out.println("You have no open jobs.");
        } else {
            Table table = new Table("JOB", "NAME", "NOW", "WITH THE CHANGE", "GAIN");
            for (WhatIfResult.OfJob job : result.jobs()) {
                Difference difference = job.difference();
                table.add(
                        job.id().toString(),
                        job.name(),
                        text.middle(difference == null ? null : difference.now()),
                        text.middle(difference == null ? null : difference.then()),
                        difference == null ? EtaText.UNKNOWN : GainText.of(difference.gain()));
            }
            table.print(out);
        }
        if (result.more() > 0) {
            out.println("and " + Counted.of(result.more(), "older job") + ".");
        }
        if (result.jobs().stream().anyMatch(job -> job.difference() == null)) {
            out.println("?: nothing can be said; 'gleaner eta' shows why.");
        }
        for (WhatIfResult.OfAdded added : result.added()) {
            out.println(Printer.printable("The new job '" + added.name() + "' would start "
                    + text.text(added.start(), result.futures() > 1) + " and be done "
                    + text.text(added.finish(), result.futures() > 1) + "."));
            if (!added.known()) {
                out.println("  Nothing of its type has run yet, so it counts like a usual task here;"
                        + " 'expect' in its file says how long a task takes.");
            }
        }
        Difference all = result.all();
        if (all != null) {
            out.println("All your work: " + GainText.of(all.gain()) + ".");
        }
        for (WhatIfResult.OfOwner other : result.owners()) {
            out.println(Printer.printable("All work of " + other.owner().name() + ": "
                    + GainText.of(other.difference().gain()) + "."));
        }
        if (result.cut()) {
            out.println("Only " + result.futures() + " of " + wanted
                    + " futures were simulated: a question gets 30 s of the server's processor,"
                    + " and two minutes in all.");
        }
    }
}
