package org.gleaner.simulator.scenario;

/**
 * When a machine is up: windows that do not overlap, in order; known in advance, and the same for every strategy. Safe
 * for use by several threads, as trials are run side by side.
 */
public interface UpWindows {
    /** Instead of the start of a window that does not exist: the machine does not come back. */
    long NEVER = Long.MAX_VALUE;

    /** When window {@code index} begins, or {@link #NEVER} if there are fewer. */
    long start(int index);

    /** When it ends; {@link #NEVER} if the machine stays. */
    long end(int index);
}
