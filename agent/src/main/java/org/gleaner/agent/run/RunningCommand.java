package org.gleaner.agent.run;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** What executes the command of one attempt: a process of its own, or a turn of a runner. Thread-safe. */
interface RunningCommand {
    /** Begins it; throws if nothing could be started. */
    @FunctionalInterface
    interface Starter {
        RunningCommand start() throws IOException, InterruptedException;
    }

    /** All processes that may be the attempt's. */
    AttemptProcesses family();

    /** Done when the command has ended. */
    CompletableFuture<?> end();

    /** Whether the command has ended; may be true a little before {@link #end} is done. */
    boolean isOver();

    /** Somebody is about to signal its processes, at a moment when some of them may have ended. */
    void disturb();

    /** Whether nobody knows how the command ended, as what ran it ended first. */
    default boolean isUnknown() {
        return false;
    }

    /** How the command ended; waits for it. */
    int code() throws InterruptedException;

    /** Sees to it that no process of the attempt lives; false if some can't be killed. */
    boolean endAll(Duration limit);

    /** CPU time of processes that have ended, as far as nobody else counts it. Asked once. */
    Duration cpu();
}
