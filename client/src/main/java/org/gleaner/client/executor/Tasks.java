package org.gleaner.client.executor;

import java.util.random.RandomGenerator;
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
     * @throws IllegalStateException in a thread that runs no call
     */
    public static RandomGenerator random() {
        CallRandom random = CallRandom.current();
        if (random == null) {
            throw new IllegalStateException(
                    "Thread '" + Thread.currentThread().getName() + "' runs no call of an executor. Ask for random"
                            + " numbers in the call itself, not where it is submitted or in a thread that it started.");
        }
        return random;
    }
}
