package org.gleaner.cli.verb;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.gleaner.cli.access.Access;
import org.gleaner.cli.access.ClientVerb;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.job.Chosen;
import org.gleaner.client.job.Watch;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.StatusJson;
import org.gleaner.protocol.message.JobPage;
import org.gleaner.protocol.message.JobQuery;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;

/** Waits in silence until nothing goes on without a person. */
public final class WaitVerb implements ClientVerb {
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    @Override
    public Syntax syntax() {
        return Syntax.of(
                        "wait",
                        "wait until tasks are done or need you",
                        Operands.of("[SEL | ID ID …]", 0, JobQuery.MOST))
                .example("gleaner wait 7 && gleaner get 7", "fetch the results when all of them are there")
                .example("gleaner wait 7.1-50", "only some of its tasks")
                .example(
                        "gleaner wait 7 8 9 --timeout 2h",
                        "for several jobs, at most two hours; 'all' is all open ones")
                .flags(
                        JobNumbers.FROM,
                        Flag.one("timeout", "SPAN", "give up after this time (exit 4), such as 10m"),
                        Flag.one(
                                "notify",
                                "CMD",
                                "a shell command to run here at the end, and when a deadline can't be met any more"),
                        Flag.JSON);
    }

    @Override
    public int work(Arguments arguments, Surroundings here)
            throws ClientFailure, CliFailure, CallFailed, IOException, InterruptedException {
        UserCalls calls = Access.callsWithoutWait(here);
        Duration timeout = arguments.span("timeout");
        List<Chosen> chosen = Waiting.chosen(calls, arguments, timeout, here);
        String notify = arguments.text("notify");
        Standstill standstill = JobNumbers.areIn(arguments)
                ? new Standstill(calls, Set.copyOf(ids(chosen)), here.err())
                : new Standstill(calls, arguments.operand(0, "last"), here.err());
        TaskCounts counts;
        try {
            Watch.Listener listener = new Notice(calls, here).listening(standstill, chosen, notify);
            counts = new Watch(calls, chosen, LONGEST_PAUSE, timeout).untilSettled(listener);
        } finally {
            // Whoever asked to be told is told, also that the server is gone.
            if (notify != null) {
                Notice notice = new Notice(calls, here);
                for (Chosen one : chosen) {
                    notice.now(one.job().id(), notify);
                }
            }
        }
        if (arguments.json()) {
            List<JobSummary> jobs = new ArrayList<>();
            for (Chosen one : Chosen.ofJobs(calls, ids(chosen))) {
                jobs.add(one.job().summary());
            }
            Printer.json(here.out(), new JobPage(jobs, false), StatusJson::writeJobs);
        }
        if (Waiting.exit(counts) == Exit.OK) {
            return Exit.OK;
        }
        Ending.tell(calls, chosen, counts, here.err());
        return Exit.FAILED;
    }

    private static List<JobId> ids(List<Chosen> chosen) {
        return chosen.stream().map(one -> one.job().id()).distinct().toList();
    }
}
