package org.gleaner.client.executor;

import java.util.List;

/** Brings calls to where they run, and settles them. Thread-safe; settles calls on threads of its own. */
interface CallCarrier {
    /** What to do before it says something that may come onto the same terminal. */
    default void beforeWords(Runnable action) {}

    /** Takes a call; an exception refuses it. It settles each call that it has taken and that nobody cancelled. */
    void carry(PendingCall<?> call);

    /**
     * Nobody waits for this call any more.
     *
     * @param running whether it is also to be stopped if it runs
     */
    void cancel(PendingCall<?> call, boolean running);

    /** Whether this call has not left yet, and now does not: it will not run. */
    boolean withdraw(PendingCall<?> call);

    /** No more calls come; those that came are carried on. */
    void seal();

    /** Those that calls became part of, as people name them. */
    List<String> jobs();

    /** No more calls come; returns when those that came are on their way, and then ends without them. */
    void leave();

    /** Ends at once; the calls have been cancelled. */
    void close();
}
