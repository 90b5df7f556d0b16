package org.gleaner.protocol.thread;

import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A thread that does something again and again, on which others rely: limits of tasks, the wishes of the person at a
 * machine, housekeeping. A timer of the JDK forgets such work silently at the first exception. Here a round that fails,
 * be it by a bug or for want of memory, is told and the next one begins a moment later. Thread-safe.
 */
public final class Vigil implements AutoCloseable {
    /** After a failure, so that one which stays does not use up a processor. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private static final Duration BETWEEN_TELLINGS = Duration.ofMinutes(1);

    private final Round round;
    private final Teller teller;
    private final Duration pause;
    private final Thread thread;
    private final AtomicLong failures = new AtomicLong();
    private @Nullable Long toldAt;

    /** What is repeated; it waits by itself until it has something to do, and ends the vigil if it is interrupted. */
    @FunctionalInterface
    public interface Round {
        void run() throws InterruptedException;
    }

    /** Hears of failures, though not more often than once a minute. */
    @FunctionalInterface
    public interface Teller {
        /** @param failures how many there were so far */
        void failed(long failures, Throwable why);
    }

    public Vigil(ThreadFactory threads, Round round, Teller teller) {
        this(threads, round, teller, PAUSE);
    }

    Vigil(ThreadFactory threads, Round round, Teller teller, Duration pause) {
        this.round = round;
        this.teller = teller;
        this.pause = pause;
        this.thread = threads.newThread(this::watch);
    }

    /** A daemon of that name for each vigil. */
    public static ThreadFactory daemon(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    public Vigil start() {
        thread.start();
        return this;
    }

    /** How many rounds failed since the start. */
    public long failures() {
        return failures.get();
    }

    /** Ends it within its round. */
    @Override
    public void close() {
        thread.interrupt();
    }

    /** The same, and waits until its round has ended; for whoever takes away what the round uses. */
    public void end(Duration patience) {
        close();
        try {
            thread.join(patience.toMillis());
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    private void watch() {
        try {
            while (!thread.isInterrupted()) {
                try {
                    round.run();
                } catch (RuntimeException | Error failed) {
                    note(failed);
                    Thread.sleep(pause.toMillis());
                }
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private void note(Throwable failed) {
        long now = System.nanoTime();
        long count = failures.incrementAndGet();
        if (toldAt != null && now - toldAt < BETWEEN_TELLINGS.toNanos()) {
            return;
        }
        toldAt = now;
        try {
            teller.failed(count, failed);
        } catch (RuntimeException | Error untold) {
            // Without memory not even that can be said; it is counted, and the next failure is told.
            toldAt = null;
        }
    }
}
