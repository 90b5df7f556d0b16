package org.gleaner.client.executor;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Takes some inputs ahead of whoever wants them, in a thread of its own, as the next one may be long in coming. The
 * thread ends whenever there are enough, so none is left where nobody wants more. Thread-safe.
 */
final class ForwardInputs<A> {
    private static final int MOST = 64;

    private final Iterator<? extends A> from;
    private final Runnable news;

    // Guarded by this.
    private final Deque<Input<A>> taken = new ArrayDeque<>();
    private @Nullable Thread taking;
    private boolean over;
    private boolean closed;
    private @Nullable Throwable failure;

    /** One of them; null is an input like others. */
    record Input<A>(@Nullable A nullable) {
        // Whoever gave a null wants one.
        @SuppressWarnings("NullAway")
        A value() {
            return nullable;
        }
    }

    /** @param news is told, in some thread, when there is one to take or the end is reached */
    ForwardInputs(Iterator<? extends A> from, Runnable news) {
        this.from = from;
        this.news = news;
    }

    /** Whether all have been given away. What the iterator throws is thrown here, behind what it gave before. */
    synchronized boolean areOver() {
        if (taken.isEmpty() && failure instanceof Error error) {
            throw error;
        }
        if (taken.isEmpty() && failure instanceof RuntimeException thrown) {
            throw thrown;
        }
        return closed || (over && taken.isEmpty());
    }

    /** The next one; null: none now. */
    synchronized @Nullable Input<A> poll() {
        Input<A> next = taken.poll();
        if (taking == null && !over && !closed && taken.size() < MOST / 2) {
            Thread thread = new Thread(this::take, "gleaner-inputs");
            thread.setDaemon(true);
            taking = thread;
            thread.start();
        }
        return next;
    }

    private void take() {
        boolean more = true;
        while (more) {
            Input<A> input = null;
            Throwable thrown = null;
            try {
                input = from.hasNext() ? new Input<>(from.next()) : null;
            } catch (RuntimeException | Error failed) {
                thrown = failed;
            }
            more = add(input, thrown);
            news.run();
        }
    }

    private synchronized boolean add(@Nullable Input<A> input, @Nullable Throwable thrown) {
        failure = thrown;
        over = input == null;
        if (input != null && !closed) {
            taken.add(input);
        }
        boolean more = !over && !closed && taken.size() < MOST;
        taking = more ? taking : null;
        return more;
    }

    /** No more are wanted. */
    synchronized void close() {
        closed = true;
        taken.clear();
        if (taking != null) {
            taking.interrupt();
        }
    }
}
