package org.gleaner.agent.run;

/**
 * Whether an attempt shall stand still, whether it does, and for how long it did. The wish comes from any thread, the
 * attempt's own thread obeys it. Times are those of {@link System#nanoTime}. Thread-safe.
 */
final class Suspension {
    private boolean wanted;
    private boolean still;
    private long since;
    private long before;

    synchronized void want(boolean suspended) {
        wanted = suspended;
    }

    synchronized boolean isWanted() {
        return wanted;
    }

    /** Whether what is and what shall be are the same. */
    synchronized boolean isSettled() {
        return wanted == still;
    }

    synchronized boolean isStill() {
        return still;
    }

    /** The attempt stands still from now on, or moves again. */
    synchronized void become(boolean suspended, long now) {
        if (still && !suspended) {
            before += now - since;
        }
        if (!still && suspended) {
            since = now;
        }
        still = suspended;
    }

    /** Nanoseconds that it stood still until now. */
    synchronized long total(long now) {
        return before + (still ? now - since : 0);
    }
}
