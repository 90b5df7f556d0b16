package org.gleaner.cli.verb;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.cli.access.Access;
import org.gleaner.cli.access.ClientVerb;
import org.gleaner.client.call.Submitted;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.job.Chosen;
import org.gleaner.client.job.Rerun;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Counted;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.Members;
import org.gleaner.protocol.json.StatusJson;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;

/** Submits done tasks again, as a new job for each that they are of. */
public final class RerunVerb implements ClientVerb {
    /** All of them are described in memory before the first is submitted. */
    private static final int MOST_SELECTORS = 1000;

    @Override
    public Syntax syntax() {
        return Syntax.of("rerun", "run done tasks again, as a new job", Operands.of("SEL…", 1, MOST_SELECTORS))
                .example("gleaner rerun 7.3", "one task, with the files as they were submitted; job 7 stays as it is")
                .example("gleaner rerun 7.1-50", "some tasks of an array; {} stands for the same as before in each")
                .example("gleaner rerun 7", "all tasks of job 7 that are done")
                .flags(JobNumbers.FROM, Flag.JSON);
    }

    @Override
    public int work(Arguments typed, Surroundings here)
            throws ClientFailure, CliFailure, CallFailed, IOException, InterruptedException {
        Arguments arguments = JobNumbers.typed(typed, here);
        if (arguments.operands().size() > MOST_SELECTORS) {
            throw arguments.unusable(
                    Arguments.IDS_FROM,
                    "It names " + arguments.operands().size() + " jobs; at most " + MOST_SELECTORS
                            + " can be run again at once.");
        }
        UserCalls calls = Access.calls(here);
        List<Rerun> all = new ArrayList<>();
        // All are described before the first is submitted, so that a mistake leaves nothing half done.
        for (String select : arguments.operands()) {
            for (Chosen chosen : Chosen.touched(calls, select)) {
                all.add(Rerun.of(calls, chosen));
            }
        }
        List<Begun> begun = new ArrayList<>();
        for (Rerun one : all) {
            Submitted job = one.submit(calls);
            begun.add(new Begun(job, one.origin()));
            if (!arguments.json()) {
                here.out()
                        .println("Submitted job " + job.job() + ", which reruns " + Counted.of(job.tasks(), "task")
                                + " of job " + one.origin() + ".");
            }
        }
        if (arguments.json()) {
            Printer.json(here.out(), begun, RerunVerb::write);
        }
        return Exit.OK;
    }

    /** A new job, and the one whose tasks it runs again. */
    private record Begun(Submitted job, JobId origin) {}

    private static void write(JsonGenerator out, List<Begun> begun) throws IOException {
        StatusJson.start(out);
        Members.objects(out, "jobs", begun, (json, one) -> {
            json.writeNumberField("job", one.job().job().value());
            json.writeNumberField("tasks", one.job().tasks());
            json.writeNumberField("origin", one.origin().value());
        });
        out.writeEndObject();
    }
}
