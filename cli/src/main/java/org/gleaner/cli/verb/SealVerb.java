package org.gleaner.cli.verb;

import java.io.IOException;
import org.gleaner.cli.access.Access;
import org.gleaner.cli.access.ClientVerb;
import org.gleaner.client.call.Job;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.core.grid.Reply;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.AnswerJson;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;

/** Says that no more tasks come to a growing job. */
public final class SealVerb implements ClientVerb {
    @Override
    public Syntax syntax() {
        return Syntax.of("seal", "say that no more tasks will be added to a growing job", Operands.of("JOB", 1, 1))
                .example("gleaner seal 7", "job 7 ends when the tasks it has are done")
                .example("gleaner seal last", "your newest job")
                .example("gleaner seal name:sweep", "the one called sweep")
                .flags(Flag.JSON);
    }

    @Override
    public int work(Arguments arguments, Surroundings here)
            throws ClientFailure, CliFailure, CallFailed, IOException, InterruptedException {
        UserCalls calls = Access.calls(here);
        Job job = OneJob.named(calls, arguments.operands().get(0), "seal");
        Reply.Sealed sealed = calls.seal(job.id()).get();
        if (arguments.json()) {
            Printer.json(here.out(), sealed, AnswerJson::writeSealed);
        } else {
            here.out()
                    .println("Job " + job.id()
                            + (job.growing()
                                    ? " is sealed; it ends when its current tasks are done."
                                    : " takes no more tasks already: it was sealed before, or never was a growing"
                                            + " job."));
        }
        return Exit.OK;
    }
}
