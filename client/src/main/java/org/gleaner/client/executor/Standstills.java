package org.gleaner.client.executor;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.gleaner.client.call.KeptTasks;
import org.gleaner.core.id.JobId;

/**
 * Logs what keeps calls from running when none has for some seconds: else a program would wait in silence for a machine
 * that nobody has. Once, and again if the reasons change. That machines are busy with other work is normal where calls
 * were done a short while ago, and no warning. A server that has no room for calls is told too. Confined to one thread.
 */
final class Standstills {
    private static final Logger LOG = System.getLogger("org.gleaner.client.executor");
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long AGAIN_NANOS = TimeUnit.MINUTES.toNanos(1);
    /** Calls that were done so long ago say that more will be. */
    private static final long FLOW_NANOS = TimeUnit.MINUTES.toNanos(5);

    private final Function<JobId, KeptTasks> keeping;
    private final String name;
    private final Runnable before;
    private final LongSupplier nanoTime;
    private boolean any;
    private long settled;
    private List<String> told = List.of();
    private boolean full;
    private long askAt;

    /**
     * @param keeping asks the server what keeps the tasks of a job
     * @param before runs before something is logged
     */
    Standstills(Function<JobId, KeptTasks> keeping, String name, Runnable before, LongSupplier nanoTime) {
        this.keeping = keeping;
        this.name = name;
        this.before = before;
        this.nanoTime = nanoTime;
        this.askAt = nanoTime.getAsLong() + PATIENCE_NANOS;
    }

    /** Calls came or are settled, or there are none. */
    void moved() {
        askAt = nanoTime.getAsLong() + PATIENCE_NANOS;
    }

    /** Some calls are over. */
    void settled() {
        any = true;
        settled = nanoTime.getAsLong();
    }

    /** The server has no room for what is sent: told once until it has some again. */
    void full() {
        if (!full) {
            full = true;
            before.run();
            LOG.log(Level.WARNING, "Calls of the executor ''{0}'' wait: the server''s disk is full.", name);
        }
    }

    /** The server had room for what was sent. */
    void taken() {
        full = false;
    }

    /**
     * The executor ends, and the server stayed away.
     *
     * @param running jobs that should have been cancelled
     * @param open jobs to which no more calls come
     */
    void unheard(List<JobId> running, List<JobId> open) {
        before.run();
        for (JobId job : running) {
            LOG.log(
                    Level.WARNING,
                    "The server is away: calls of the executor ''{0}'' may keep running. When it is back, run gleaner"
                            + " cancel {1}.",
                    name,
                    job);
        }
        for (JobId job : open) {
            if (!running.contains(job)) {
                LOG.log(
                        Level.WARNING,
                        "The server is away: the job of the executor ''{0}'' stays open. When it is back, run gleaner"
                                + " seal {1}.",
                        name,
                        job);
            }
        }
    }

    /** Nothing of this job was settled. */
    void still(JobId job) {
        long now = nanoTime.getAsLong();
        if (now - askAt < 0) {
            return;
        }
        askAt = now + AGAIN_NANOS;
        KeptTasks kept = keeping.apply(job);
        List<String> why = kept.why();
        if (why.isEmpty() || why.equals(told)) {
            return;
        }
        Level level = kept.byOthers() && any && now - settled < FLOW_NANOS ? Level.DEBUG : Level.WARNING;
        if (LOG.isLoggable(level)) {
            before.run();
            LOG.log(level, "No call of the executor ''{0}'' runs:{1}", name, lines(why));
        }
        // What was no warning may become one when nothing is done for long.
        told = level == Level.WARNING ? why : told;
    }

    /** Several reasons stand below each other, as {@code gleaner why} shows them. */
    private static String lines(List<String> why) {
        return why.size() == 1 ? " " + why.get(0) : "\n  " + String.join("\n  ", why);
    }
}
