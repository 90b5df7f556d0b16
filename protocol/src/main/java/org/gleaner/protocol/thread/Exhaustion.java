package org.gleaner.protocol.thread;

/**
 * What follows when the heap is used up. Whatever was being done is half done, and threads that others wait for may be
 * gone, so a server ends at once; all that was acknowledged is in its store, and a service manager starts it again.
 */
public final class Exhaustion {
    /** The code with which the JVM itself ends under {@code -XX:+ExitOnOutOfMemoryError}. */
    public static final int EXIT_CODE = 3;

    private Exhaustion() {}

    /**
     * From now on the process ends when somebody tells, or a thread dies of it.
     *
     * @param bugs hears of all else that ends a thread
     */
    public static void endsProcess(Thread.UncaughtExceptionHandler bugs) {
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
            if (thrown instanceof OutOfMemoryError) {
                // No word in the log: that needs memory, and to halt needs none.
                Runtime.getRuntime().halt(EXIT_CODE);
            }
            bugs.uncaughtException(thread, thrown);
        });
    }

    /** To be called by whoever catches what libraries would swallow. */
    public static void tell(OutOfMemoryError error) {
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, error);
    }
}
