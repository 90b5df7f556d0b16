package org.gleaner.client.executor;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import org.gleaner.client.call.KeptTasks;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.id.JobId;

/**
 * Logs what keeps calls from running when none has for some seconds: else a program would wait in silence for a machine
 * that nobody has. Once, and again if the reasons change. Confined to one thread.
 */
final class Standstills {
    private static final Logger LOG = System.getLogger("org.gleaner.client.executor");
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long AGAIN_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final UserCalls calls;
    private final String name;
    private String told = "";
    private long askAt = System.nanoTime() + PATIENCE_NANOS;

    Standstills(UserCalls calls, String name) {
        this.calls = calls;
        this.name = name;
    }

    /** Calls came or are settled, or there are none. */
    void moved() {
        askAt = System.nanoTime() + PATIENCE_NANOS;
    }

    /** Nothing of this job was settled. */
    void still(JobId job) {
        long now = System.nanoTime();
        if (now - askAt < 0) {
            return;
        }
        askAt = now + AGAIN_NANOS;
        String why = KeptTasks.why(calls, job);
        if (!why.isEmpty() && !why.equals(told)) {
            told = why;
            LOG.log(Level.WARNING, "No call of the executor ''{0}'' runs: {1}.", name, why);
        }
    }
}
