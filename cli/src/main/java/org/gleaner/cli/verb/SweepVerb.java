package org.gleaner.cli.verb;

import java.io.IOException;
import org.gleaner.cli.access.Access;
import org.gleaner.client.call.StorageCalls;
import org.gleaner.core.job.Counted;
import org.gleaner.core.job.MemorySize;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.StorageJson;
import org.gleaner.protocol.message.SweepRequest;
import org.gleaner.protocol.message.SweepResult;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.verb.CliVerb;

/** Does the server's housekeeping now instead of within a minute. */
public final class SweepVerb implements CliVerb {
    private static final int MOST_CALLS = 10_000;

    @Override
    public Syntax syntax() {
        return Syntax.of("sweep", "remove old jobs and unused files now", Operands.NONE)
                .example("gleaner sweep", "what is past its retention time")
                .example("gleaner sweep --grace 0s", "also what was uploaded a moment ago")
                .example("gleaner config set retention-outputs 30d", "keep files of closed jobs for a month")
                .flags(
                        Flag.one("grace", "SPAN", "minimum age of files that no job uses (setting blob-grace)"),
                        Flag.JSON);
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure, CallFailed, IOException {
        SweepRequest request = new SweepRequest(arguments.span("grace"));
        StorageCalls calls = Access.calls(here).storage();
        long jobs = 0;
        boolean held = false;
        long removed = 0;
        long bytes = 0;
        boolean more = true;
        for (int call = 0; more && call < MOST_CALLS; call++) {
            SweepResult swept = calls.sweep(request).get();
            jobs += swept.jobs();
            held = swept.held();
            removed += swept.removed();
            bytes += swept.bytes();
            more = swept.more() && swept.removed() > 0;
        }
        if (arguments.json()) {
            Printer.json(here.out(), new SweepResult(jobs, removed, bytes, more, held), StorageJson::writeSwept);
        } else {
            String old = jobs == 0 ? "" : Counted.of(jobs, "old job") + " or their files and ";
            here.out()
                    .println(
                            "Removed " + old + Counted.of(removed, "unused file") + ", " + new MemorySize(bytes) + ".");
            if (held) {
                here.out()
                        .println("Nothing was removed because of its age: the server's clock may be wrong; 'gleaner"
                                + " doctor' says more.");
            }
        }
        return Exit.OK;
    }
}
