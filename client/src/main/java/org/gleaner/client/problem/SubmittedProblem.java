package org.gleaner.client.problem;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * A problem that was submitted. It goes on whether or not the program does that submitted it. Thread-safe.
 *
 * @param <A> the answer
 */
public interface SubmittedProblem<A> {
    /** The number of its job, by which another program finds it again. */
    long id();

    /**
     * Waits for the answer as long as it takes.
     *
     * @throws ExecutionException if there is none: the problem was stopped or cancelled, and its message says why
     */
    A answer() throws InterruptedException, ExecutionException;

    /** The same, with an end of patience. */
    A answer(Duration patience) throws InterruptedException, ExecutionException, TimeoutException;

    /** Ends it, whatever it has found by then. */
    void cancel();
}
