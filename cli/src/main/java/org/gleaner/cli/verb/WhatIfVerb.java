package org.gleaner.cli.verb;

import java.io.IOException;
import org.gleaner.cli.access.Access;
import org.gleaner.cli.access.ClientVerb;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.PastWhatIfJson;
import org.gleaner.protocol.json.WhatIfResultJson;
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

/** Tells when jobs would be done if the pool were different. */
public final class WhatIfVerb implements ClientVerb {
    @Override
    public Syntax syntax() {
        return Syntax.of("whatif", "say when jobs would be done if the pool were different", Operands.of("", 0, 0))
                .example("gleaner whatif --add 10@office", "ten more machines like those tagged office")
                .example(
                        "gleaner whatif --job fit.toml",
                        "one more job: when will it be done, and what does it hold up?")
                .example(
                        "gleaner whatif --since 7d --remove lab --strategy mixed",
                        "both at once, in the last seven days")
                .flags(
                        Flag.many(
                                "add",
                                "N[@NODES]",
                                "N more machines like those with this id, name or tag, or like all"),
                        Flag.many("remove", "NODES", "without the machines with this id, name or tag"),
                        Flag.one(
                                "strategy",
                                "NAME",
                                "with a different strategy: fifo, balanced, uptime, mixed, survival, quantile"),
                        Flag.one("redundancy", "NAME", "with a different rule for copies: off, plain or computed"),
                        Flag.one(
                                "objective",
                                "NAME",
                                "with a different objective: auto, makespan, flow, deadline, balanced"),
                        Flag.many("job", "FILE", "with the job of this file submitted now, too"),
                        Flag.many(
                                "set",
                                "JOB:NAME=VALUE",
                                "your job with changed priority, weight, at-most, copies, cores, memory, deadline"),
                        Flag.one(
                                "since",
                                "SPAN",
                                "look back instead: what would have been different in, say, the last 7d"),
                        Flag.one("futures", "N", "how many futures to simulate, 1 to 100 (20)"),
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
            Printer.json(here.out(), result, WhatIfResultJson::writeAnswer);
        } else if (result != null) {
            new WhatIfTable(result, EtaText.by(result.at())).print(question, here.out());
        }
        return Exit.OK;
    }
}
