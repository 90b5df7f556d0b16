package org.gleaner.cli.verb;

import java.io.PrintStream;
import org.gleaner.core.id.JobId;

/** While it is open, who stops waiting with Ctrl-C is told that the job goes on, and how to get back to it. */
final class Interruption {
    private final Thread hook;

    Interruption(JobId job, PrintStream err) {
        hook = new Thread(() -> tell(job, err), "interruption");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    static void tell(JobId job, PrintStream err) {
        // Behind what the terminal shows for the keys, and behind a progress line.
        err.println();
        err.println("Job " + job + " continues; 'gleaner wait " + job + "' waits for it, 'gleaner cancel " + job
                + "' stops it.");
        err.flush();
    }

    void close() {
        try {
            boolean unused = Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // It was told, or is just being told.
        }
    }
}
