package org.gleaner.agent.run;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The wish that an attempt shall end, and what its thread waits on meanwhile. Thread-safe. */
final class StopWish {
    private @Nullable Duration grace;
    private @Nullable Duration taken;

    /** Asks the attempt to end; of several wishes the one with the shortest grace counts. */
    synchronized void ask(Duration wanted) {
        if (grace == null || wanted.compareTo(grace) < 0) {
            grace = wanted;
        }
        notifyAll();
    }

    synchronized boolean isAsked() {
        return grace != null;
    }

    /** The grace, told once per wish, so that its time starts only once; null if there is nothing new. */
    synchronized @Nullable Duration take() {
        Duration wish = grace;
        if (wish == null || wish.equals(taken)) {
            return null;
        }
        taken = wish;
        return wish;
    }

    synchronized void wake() {
        notifyAll();
    }

    /** Waits while the condition holds, there is no new wish, and the time is not over. */
    synchronized void await(BooleanSupplier goingOn, long nanos) throws InterruptedException {
        long end = System.nanoTime() + nanos;
        long left = nanos;
        while (left > 0 && goingOn.getAsBoolean() && (grace == null || grace.equals(taken))) {
            // Also if nobody wakes us: look again now and then.
            TimeUnit.NANOSECONDS.timedWait(this, Math.min(left, TimeUnit.SECONDS.toNanos(5)));
            left = end - System.nanoTime();
        }
    }
}
