package org.gleaner.cli.verb;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.job.Chosen;
import org.gleaner.core.job.Counted;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.terminal.console.Printer;

/** Tells people why tasks that were waited for did not all get done. */
final class Ending {
    /** Of so many jobs the failures are told. */
    private static final int MOST_JOBS = 5;

    private Ending() {}

    static void tell(UserCalls calls, List<Chosen> chosen, TaskCounts counts, PrintStream err)
            throws ClientFailure, CallFailed, IOException {
        List<String> causes = new ArrayList<>();
        if (counts.blocked() > 0) {
            causes.add(Counted.of(counts.blocked(), "task") + " blocked");
        }
        String note = chosen.get(0).job().note();
        if (counts.paused() > 0) {
            for (Chosen one : Chosen.of(calls, chosen.get(0).job().id().toString())) {
                note = one.job().note();
            }
            String because = note.isEmpty() ? "" : ", because too many failed";
            causes.add(Counted.of(counts.paused(), "task") + " paused" + because);
        }
        if (counts.cancelled() > 0) {
            causes.add(Counted.of(counts.cancelled(), "task") + " cancelled");
        }
        String job = chosen.get(0).job().id().toString();
        List<String> why = new ArrayList<>();
        why.add(String.join("; ", causes) + ".");
        for (Chosen one : chosen.subList(0, Math.min(MOST_JOBS, chosen.size()))) {
            why.addAll(Digest.of(calls, one.job().id(), Digest.FEW).lines());
        }
        Printer.lines(
                err,
                counts.total() == 1
                        ? "The task did not finish."
                        : "Only " + counts.done() + " of " + counts.total() + " tasks are done; the rest is stuck.",
                why,
                next(job, counts, note.isEmpty()));
    }

    /** @param byHand whether a person paused what is paused, and not the job itself */
    private static String next(String job, TaskCounts counts, boolean byHand) {
        List<String> steps = new ArrayList<>();
        if (counts.blocked() > 0 || (counts.paused() > 0 && !byHand)) {
            steps.add("'gleaner logs " + job + " --failed' shows what they printed; fix it, then 'gleaner retry " + job
                    + "' (with --refresh if files changed).");
        } else if (counts.cancelled() > 0) {
            steps.add("'gleaner retry " + job + "' runs cancelled tasks again.");
        }
        if (counts.paused() > 0 && byHand) {
            steps.add("'gleaner resume " + job + "' lets paused tasks continue.");
        }
        return String.join(" ", steps);
    }
}
