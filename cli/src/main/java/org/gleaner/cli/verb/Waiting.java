package org.gleaner.cli.verb;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.job.Chosen;
import org.gleaner.client.job.Watch;
import org.gleaner.core.job.Spans;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.terminal.console.Exit;
import org.jspecify.annotations.Nullable;

/** What all commands that wait for tasks have in common. */
final class Waiting {
    private Waiting() {}

    /** The jobs to wait for; a server that is away is waited for, too, and a person is told. */
    static List<Chosen> chosen(UserCalls calls, String select, @Nullable Duration timeout, PrintStream err)
            throws ClientFailure, CallFailed, IOException, InterruptedException {
        return Watch.patiently(
                () -> Chosen.of(calls, select),
                timeout,
                (away, longest) -> err.println(
                        away.what() + " " + away.why() + " Waiting up to " + Spans.text(longest) + " for it."));
    }

    static int exit(TaskCounts counts) {
        return counts.done() == counts.total() ? Exit.OK : Exit.FAILED;
    }
}
