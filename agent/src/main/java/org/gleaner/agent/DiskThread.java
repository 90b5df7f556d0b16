package org.gleaner.agent;

import java.io.Closeable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.gleaner.core.attempt.AttemptReport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread for all that concerns results on the disk, so that it is done in the order in which it was asked for.
 * Results become durable together if they wait for the disk or for each other: a disk takes about as long for one as
 * for many, and the server hears of them together anyway. Thread-safe.
 */
final class DiskThread implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(DiskThread.class);
    /** Much less than results wait to be committed. */
    static final Duration LONGEST_WAIT = Duration.ofMillis(50);

    /** So that a crash leaves no more of them in one file than the server takes in one call. */
    private static final int MOST_TOGETHER = 256;

    private final ScheduledThreadPoolExecutor thread;
    private final Duration longest;
    private final Consumer<List<AttemptReport>> keeper;
    /** Those with which nobody has been told to begin at once. */
    private @Nullable List<AttemptReport> waiting;

    /**
     * @param longest how long a result waits for others
     * @param keeper makes results durable and tells of each what came of it
     */
    DiskThread(ThreadFactory daemons, Duration longest, Consumer<List<AttemptReport>> keeper) {
        this.thread = new ScheduledThreadPoolExecutor(1, daemons);
        this.longest = longest;
        this.keeper = keeper;
    }

    /** @param urgent whether somebody waits for it, and so for all that wait here */
    synchronized void keep(AttemptReport report, boolean urgent) {
        List<AttemptReport> together = waiting;
        if (together == null) {
            together = new ArrayList<>();
            waiting = together;
            List<AttemptReport> begun = together;
            after(longest, () -> keep(begun));
        }
        together.add(report);
        if (urgent || together.size() == MOST_TOGETHER) {
            beginNow();
        }
    }

    /** What is kept from now on is kept after this is done, and what was kept before is kept before. */
    synchronized void execute(Runnable work) {
        beginNow();
        after(Duration.ZERO, work);
    }

    private void after(Duration pause, Runnable work) {
        Future<?> unused = thread.schedule(
                () -> {
                    try {
                        work.run();
                    } catch (RuntimeException bug) {
                        LOG.error("handling results on the disk failed", bug);
                    }
                },
                pause.toNanos(),
                TimeUnit.NANOSECONDS);
    }

    private void beginNow() {
        List<AttemptReport> together = waiting;
        if (together != null) {
            waiting = null;
            after(Duration.ZERO, () -> keep(together));
        }
    }

    private void keep(List<AttemptReport> together) {
        List<AttemptReport> reports;
        synchronized (this) {
            if (waiting == together) {
                waiting = null;
            }
            reports = List.copyOf(together);
            together.clear();
        }
        // Whoever comes first takes all of them.
        if (!reports.isEmpty()) {
            keeper.accept(reports);
        }
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}
