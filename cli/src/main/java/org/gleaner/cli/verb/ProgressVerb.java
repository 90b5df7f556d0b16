package org.gleaner.cli.verb;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.gleaner.cli.access.Access;
import org.gleaner.cli.access.ClientVerb;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.job.Chosen;
import org.gleaner.client.job.Watch;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.JobQuery;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.ProgressLine;
import org.gleaner.terminal.console.Surroundings;

/** Waits like {@code wait}, and shows how far it is meanwhile. */
public final class ProgressVerb implements ClientVerb {
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(300);

    @Override
    public Syntax syntax() {
        return Syntax.of(
                        "progress", "watch tasks until they are done", Operands.of("[SEL | ID ID …]", 0, JobQuery.MOST))
                .example("gleaner progress", "your newest job")
                .example("gleaner progress 7", "job 7; Ctrl-C ends only the watching")
                .example("gleaner progress all", "all your open jobs")
                .flags(JobNumbers.FROM);
    }

    @Override
    public int work(Arguments arguments, Surroundings here)
            throws ClientFailure, CliFailure, CallFailed, IOException, InterruptedException {
        UserCalls calls = Access.callsWithoutWait(here);
        List<Chosen> chosen = Waiting.chosen(calls, arguments, null, here);
        ProgressLine line =
                new ProgressLine(here.streams().stdout().drawn(), here.streams().outIsTerminal(), label(chosen));
        TaskCounts counts =
                new Watch(calls, chosen, LONGEST_PAUSE, null).untilSettled(new Remaining(calls, chosen, line)::show);
        line.end(counts);
        if (Waiting.exit(counts) == Exit.OK) {
            return Exit.OK;
        }
        Ending.tell(calls, chosen, counts, here.err());
        return Exit.FAILED;
    }

    static String label(List<Chosen> chosen) {
        return chosen.size() == 1
                ? chosen.get(0).job().id() + " " + chosen.get(0).job().name()
                : chosen.size() + " jobs";
    }
}
