package org.gleaner.cli.verb;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.job.Chosen;
import org.gleaner.client.job.Watch;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Spans;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Surroundings;
import org.jspecify.annotations.Nullable;

/** What all commands that wait for tasks have in common. */
final class Waiting {
    private Waiting() {}

    /** What a person named, by a selector or by numbers. */
    static List<Chosen> chosen(UserCalls calls, Arguments arguments, @Nullable Duration timeout, Surroundings here)
            throws ClientFailure, CliFailure, CallFailed, IOException, InterruptedException {
        if (!JobNumbers.areIn(arguments)) {
            return chosen(calls, arguments.operand(0, "last"), timeout, here.err());
        }
        return chosen(calls, JobNumbers.some(arguments, here), timeout, here.err());
    }

    static List<Chosen> chosen(UserCalls calls, List<JobId> ids, @Nullable Duration timeout, PrintStream err)
            throws ClientFailure, CallFailed, IOException, InterruptedException {
        return patiently(() -> Chosen.ofJobs(calls, ids), timeout, err);
    }

    /** The jobs to wait for; a server that is away is waited for, too, and a person is told. */
    static List<Chosen> chosen(UserCalls calls, String select, @Nullable Duration timeout, PrintStream err)
            throws ClientFailure, CallFailed, IOException, InterruptedException {
        return patiently(() -> Chosen.many(calls, select), timeout, err);
    }

    /** What the server answers; if it is away it is asked again once it is back, and a person is told. */
    static <T> T patiently(Watch.Question<T> question, @Nullable Duration timeout, PrintStream err)
            throws ClientFailure, CallFailed, IOException, InterruptedException {
        return Watch.patiently(
                question,
                timeout,
                (away, longest) -> err.println(
                        away.what() + " " + away.why() + " Waiting up to " + Spans.text(longest) + " for it."));
    }

    static int exit(TaskCounts counts) {
        return counts.done() == counts.total() ? Exit.OK : Exit.FAILED;
    }
}
