package org.gleaner.protocol.http;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Patience with one server: that it may just be starting counts only until it was met, or waited for once. Later, a
 * server that is away is what the caller must know at once. Thread-safe.
 */
final class Meeting {
    private final Patience patience;
    private final ServerConnection.Waiter waiter;
    private final AtomicBoolean met = new AtomicBoolean();

    Meeting(Patience patience, ServerConnection.Waiter waiter) {
        this.patience = patience;
        this.waiter = waiter;
    }

    boolean pauses(Answer<?> answer, int tried) {
        return patience.pauses(answer, tried);
    }

    /** The answer to a call, made again while the server is waited for. */
    <T> Answer<T> first(Supplier<Answer<T>> call) {
        Answer<T> answer = call.get();
        if (met.getAndSet(true)) {
            return answer;
        }
        boolean waited = false;
        for (int tries = 1; isAwaited(answer) && tries <= patience.starting(); tries++) {
            if (!waited) {
                waiter.waits();
                waited = true;
            }
            if (!patience.awaits(answer, tries)) {
                break;
            }
            answer = call.get();
        }
        if (waited) {
            waiter.ends();
        }
        return answer;
    }

    private boolean isAwaited(Answer<?> answer) {
        return patience.starting() > 1 && Patience.isStarting(answer);
    }
}
