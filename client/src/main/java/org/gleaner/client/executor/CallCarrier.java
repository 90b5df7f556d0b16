package org.gleaner.client.executor;

/** Brings calls to where they run, and settles them. Thread-safe; settles calls on threads of its own. */
interface CallCarrier {
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

    /** Ends at once; the calls have been cancelled. */
    void close();
}
