package org.gleaner.client.executor;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import org.gleaner.client.call.KeptTasks;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.id.JobId;

/**
 * Logs what keeps calls from running when none has for some seconds: else a program would wait in silence for a machine
 * that nobody has. Once, and again if the reasons change. That machines are busy with other work is normal where calls
 * were done a short while ago, and no warning. Confined to one thread.
 */
final class Standstills {
    static final Logger LOG = System.getLogger("org.gleaner.client.executor");
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long AGAIN_NANOS = TimeUnit.MINUTES.toNanos(1);
    /** Calls that were done so long ago say that more will be. */
    private static final long FLOW_NANOS = TimeUnit.MINUTES.toNanos(5);

    private final UserCalls calls;
    private final String name;
    private final Runnable before;
    private boolean any;
    private long settled;
    private String told = "";
    private long askAt = System.nanoTime() + PATIENCE_NANOS;

    /** @param before runs before something is logged */
    Standstills(UserCalls calls, String name, Runnable before) {
        this.calls = calls;
        this.name = name;
        this.before = before;
    }

    /** Calls came or are settled, or there are none. */
    void moved() {
        askAt = System.nanoTime() + PATIENCE_NANOS;
    }

    /** Some calls are over. */
    void settled() {
        any = true;
        settled = System.nanoTime();
    }

    /** Nothing of this job was settled. */
    void still(JobId job) {
        long now = System.nanoTime();
        if (now - askAt < 0) {
            return;
        }
        askAt = now + AGAIN_NANOS;
        KeptTasks kept = KeptTasks.of(calls, job);
        String why = kept.why();
        if (why.isEmpty() || why.equals(told)) {
            return;
        }
        Level level = kept.byOthers() && any && now - settled < FLOW_NANOS ? Level.DEBUG : Level.WARNING;
        if (LOG.isLoggable(level)) {
            before.run();
            LOG.log(level, "No call of the executor ''{0}'' runs: {1}.", name, why);
        }
        // What was no warning may become one when nothing is done for long.
        told = level == Level.WARNING ? why : told;
    }
}
