package org.gleaner.client.child;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The call that runs now, for whoever must end the JVM. Thread-safe. */
final class RunningCall {
    /** So long it is usually waited for a call that has not noticed: it computes, and will not. */
    static final Duration UNNOTICED = Duration.ofSeconds(3);
    /** So long for one that tidies up. Whoever told the JVM to end may have less patience, and kills it. */
    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(1);

    private static final long STEP_MILLIS = 20;

    private final long unnoticedNanos;

    // Guarded by this.
    private @Nullable Thread thread;
    private boolean stopped;

    RunningCall(Duration unnoticed) {
        this.unnoticedNanos = unnoticed.toNanos();
    }

    /** The next one begins, in the current thread; never returns if none may. */
    synchronized void begin() throws InterruptedException {
        while (stopped) {
            // Until the JVM has ended, which is at once.
            wait();
        }
        thread = Thread.currentThread();
    }

    /** It returned or threw. */
    synchronized void end() {
        thread = null;
        notifyAll();
    }

    /** Interrupts it, as a local executor does, and returns when it is over or does not listen. Then none begins. */
    synchronized void stop() throws InterruptedException {
        stopped = true;
        long begun = System.nanoTime();
        Thread told = thread;
        if (told != null) {
            told.interrupt();
        }
        while (thread != null && told != null) {
            long waited = System.nanoTime() - begun;
            if (waited > (told.isInterrupted() ? unnoticedNanos : LONGEST_NANOS)) {
                return;
            }
            wait(STEP_MILLIS);
        }
    }
}
