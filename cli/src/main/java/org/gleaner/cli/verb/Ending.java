package org.gleaner.cli.verb;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.cli.console.CliFailure;
import org.gleaner.cli.console.Printer;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.http.UserCalls;

/** Tells people why tasks that were waited for did not all get done. */
final class Ending {
    private Ending() {}

    static void tell(UserCalls calls, List<Chosen> chosen, TaskCounts counts, PrintStream err)
            throws CliFailure, CallFailed, IOException {
        List<String> causes = new ArrayList<>();
        for (Chosen one : chosen) {
            causes.addAll(Blockers.causes(calls, one));
        }
        if (counts.paused() > 0) {
            String note = chosen.get(0).job().note();
            for (Chosen one : Chosen.of(calls, chosen.get(0).job().id().toString())) {
                note = one.job().note();
            }
            causes.add(Blockers.tasks(counts.paused()) + " paused" + (note.isEmpty() ? "" : ": " + note));
        }
        if (counts.cancelled() > 0) {
            causes.add(Blockers.tasks(counts.cancelled()) + " cancelled");
        }
        String job = chosen.get(0).job().id().toString();
        Printer.lines(
                err,
                "Only " + counts.done() + " of " + Blockers.tasks(counts.total()) + " are done, and nothing goes on.",
                String.join("; ", causes) + ".",
                "'gleaner logs " + job + " --failed' shows what they said; mend it, then 'gleaner retry " + job
                        + "' (with --refresh if files changed).");
    }
}
