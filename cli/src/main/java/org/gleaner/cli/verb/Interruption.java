package org.gleaner.cli.verb;

import java.io.PrintStream;
import java.util.List;
import java.util.stream.Collectors;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ProblemKind;

/**
 * While it is open, who stops waiting with Ctrl-C is told that the jobs go on, and how to get back to them. So is
 * whoever is no longer let in while waiting.
 */
final class Interruption {
    /** More numbers are nothing that one types again. */
    private static final int FEW = 10;

    private final List<JobId> jobs;
    private final PrintStream err;
    private final Thread hook;

    Interruption(List<JobId> jobs, PrintStream err) {
        this.jobs = List.copyOf(jobs);
        this.err = err;
        hook = new Thread(() -> tell(jobs, err), "interruption");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    static void tell(List<JobId> jobs, PrintStream err) {
        // Behind what the terminal shows for the keys, and behind a progress line.
        err.println();
        err.println(text(jobs));
        err.flush();
    }

    private static String text(List<JobId> jobs) {
        String named = jobs.stream().map(JobId::toString).collect(Collectors.joining(" "));
        if (jobs.size() == 1) {
            return "Job " + named + " continues; 'gleaner wait " + named + "' waits for it, 'gleaner cancel " + named
                    + "' stops it.";
        }
        return jobs.size() > FEW
                ? jobs.size() + " jobs continue; 'gleaner status' shows them."
                : jobs.size() + " jobs continue; 'gleaner wait " + named + "' waits for them, 'gleaner cancel " + named
                        + "' stops them.";
    }

    /** A token that expires or is revoked ends the waiting, but not the jobs. */
    CallFailed because(CallFailed failed) {
        Problem problem = failed.problem();
        if (problem != null && problem.is(ProblemKind.UNAUTHENTICATED)) {
            tell(jobs, err);
        }
        return failed;
    }

    void close() {
        try {
            boolean unused = Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // It was told, or is just being told.
        }
    }
}
