package org.gleaner.client.executor;

import java.util.random.RandomGenerator;
import org.gleaner.client.child.CallProgress;
import org.gleaner.client.child.CallRandom;

/** What a call can ask for while it runs. */
public final class Tasks {
    private Tasks() {}

    /**
     * Random numbers of this call: the same on every attempt and copy of it, whichever machine runs it and which calls
     * it shares a task with, and independent of those of all other calls. With {@link ExecutorOptions#seed} also the
     * same in every run of the program, if it submits the same calls in the same order.
     *
     * <pre>{@code
     * Future<Double> toss = pool.submit(() -> Tasks.random().nextDouble());
     * }</pre>
     *
     * @return for this thread alone; if the call has several, give each a generator seeded from this one
     * @throws IllegalStateException in a thread that is not running a call
     */
    public static RandomGenerator random() {
        CallRandom random = CallRandom.current();
        if (random == null) {
            throw new IllegalStateException(
                    "Thread '" + Thread.currentThread().getName() + "' is not running a call of an executor. Ask for"
                            + " random numbers in the call itself, not where it is submitted or in a thread that it"
                            + " started.");
        }
        return random;
    }

    /**
     * Reports that this unit of a problem is making progress. A unit that never reports is assumed to make progress
     * as long as it uses the processor; one that has reported, only as long as it keeps reporting. A unit that makes
     * no progress for several times as long as units usually take is ended and given to another machine. Cheap; may
     * be called in an inner loop, and from any thread.
     *
     * @param part how much is done, from 0 to 1
     */
    public static void progress(double part) {
        CallProgress.tell(Double.toString(part));
    }

    /** The same, for a unit that does not know how far it is. */
    public static void alive() {
        CallProgress.tell("");
    }
}
