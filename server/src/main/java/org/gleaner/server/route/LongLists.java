package org.gleaner.server.route;

import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.job.Aside;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.http.FrontProblems;
import org.gleaner.server.http.Refused;

/**
 * Lets long lists of files be read one after the other: a list takes up to 32 MB when it is read, and about as much
 * again while it is written. Who would have to wait long is asked to come again. Thread-safe.
 */
final class LongLists {
    /** Shorter ones are read and written side by side. */
    private static final int SHORT = 2_000;

    /** Little: whoever waits keeps a thread from others. */
    private static final long PATIENCE_SECONDS = 1;

    private final Semaphore turn = new Semaphore(1, true);

    static boolean isLong(Aside aside) {
        return aside.inputs() + aside.outputs() > SHORT;
    }

    void inTurn(boolean isLong, Exchange.Work work) throws IOException, StoreException {
        if (!isLong) {
            work.run();
            return;
        }
        Runnable over = take();
        try {
            work.run();
        } finally {
            over.run();
        }
    }

    /** Waits for the turn; the value ends it, however often it is run. */
    Runnable take() throws Refused {
        await();
        AtomicBoolean over = new AtomicBoolean();
        return () -> {
            if (!over.getAndSet(true)) {
                turn.release();
            }
        };
    }

    private void await() throws Refused {
        try {
            if (turn.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
        throw new Refused(FrontProblems.busy());
    }
}
