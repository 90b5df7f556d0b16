package org.gleaner.client.problem;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * A problem that was submitted. It continues even if the program that submitted it does not. Thread-safe.
 *
 * @param <A> the answer
 */
public interface SubmittedProblem<A> {
    /** The number of its job, with which another program can find it again. */
    long id();

    /**
     * Waits for the answer, however long it takes.
     *
     * @throws ExecutionException if there is none: the problem was stopped or cancelled, and its message says why
     */
    A answer() throws InterruptedException, ExecutionException;

    /** The same, but not longer than this. */
    A answer(Duration patience) throws InterruptedException, ExecutionException, TimeoutException;

    /** Ends it, whatever it has found so far. */
    void cancel();
}
