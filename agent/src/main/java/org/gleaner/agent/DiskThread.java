package org.gleaner.agent;

import java.io.Closeable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.gleaner.core.attempt.AttemptReport;
import org.jspecify.annotations.Nullable;

/**
 * One thread for all that concerns results on the disk, so that it is done in the order in which it was asked for.
 * Results that wait for it become durable together: a disk takes about as long for one as for many. Thread-safe.
 */
final class DiskThread implements Closeable {
    /** So that a crash leaves no more of them in one file than the server takes in one call. */
    private static final int MOST_TOGETHER = 256;

    private final ExecutorService thread;
    private final Consumer<List<AttemptReport>> keeper;
    /** Those of the last wish, if the thread has not begun with them. */
    private @Nullable List<AttemptReport> waiting;

    /** @param keeper makes results durable and tells of each what came of it */
    DiskThread(ThreadFactory daemons, Consumer<List<AttemptReport>> keeper) {
        this.thread = Executors.newSingleThreadExecutor(daemons);
        this.keeper = keeper;
    }

    synchronized void keep(AttemptReport report) {
        List<AttemptReport> last = waiting;
        if (last != null && last.size() < MOST_TOGETHER) {
            last.add(report);
            return;
        }
        List<AttemptReport> next = new ArrayList<>(List.of(report));
        waiting = next;
        thread.execute(() -> keeper.accept(begun(next)));
    }

    private synchronized List<AttemptReport> begun(List<AttemptReport> reports) {
        if (waiting == reports) {
            waiting = null;
        }
        return List.copyOf(reports);
    }

    /** What is kept from now on is kept after this is done. */
    synchronized void execute(Runnable work) {
        waiting = null;
        thread.execute(work);
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}
