package org.gleaner.server.log;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What follows when the heap is used up. Whatever was being done is half done, and threads that others wait for may be
 * gone, so the process ends at once; all that was acknowledged is in the store, and a service manager starts it again.
 */
public final class Exhaustion {
    /** The code with which the JVM itself ends under {@code -XX:+ExitOnOutOfMemoryError}. */
    public static final int EXIT_CODE = 3;

    private static final Logger LOG = LoggerFactory.getLogger(Exhaustion.class);

    private Exhaustion() {}

    /** From now on the process ends when somebody tells, or a thread dies of it. */
    public static void endsProcess() {
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
            if (thrown instanceof OutOfMemoryError) {
                // No word in the log: that needs memory, and to halt needs none.
                Runtime.getRuntime().halt(EXIT_CODE);
            }
            LOG.atError()
                    .setCause(thrown)
                    .addKeyValue("thread", thread.getName())
                    .log("a bug ended a thread");
        });
    }

    /** To be called by whoever catches what libraries would swallow. */
    public static void tell(OutOfMemoryError error) {
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, error);
    }
}
