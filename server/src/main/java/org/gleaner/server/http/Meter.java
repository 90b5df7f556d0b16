package org.gleaner.server.http;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Lets each key go on at a steady rate with some in advance. Of a key it remembers one number: when what it has taken
 * so far would be earned; so a few lines do what a library would need an adapter for our clock for. Thread-safe.
 */
final class Meter {
    private static final String REST = "";

    private final ConcurrentHashMap<String, Long> earned = new ConcurrentHashMap<>();
    private final LongSupplier nanos;
    private final int most;

    /** @param most keys that are told apart; beyond, all others share one allowance */
    Meter(LongSupplier nanos, int most) {
        this.nanos = nanos;
        this.most = most;
    }

    /**
     * Takes one if there is one.
     *
     * @param gap between two in the long run
     * @param ahead how many may be taken at once
     * @return how long to wait for the next; zero if it was taken
     */
    Duration take(String key, Duration gap, int ahead) {
        long now = nanos.getAsLong();
        long step = Math.max(1, gap.toNanos());
        long credit = step * (ahead - 1L);
        AtomicLong wait = new AtomicLong();
        earned.compute(room(key, now), (one, before) -> {
            long from = before == null || before - now < 0 ? now : before;
            wait.set(Math.max(0, from - now - credit));
            return wait.get() > 0 ? from : from + step;
        });
        return Duration.ofNanos(wait.get());
    }

    /** A key that has earned all it took need not be remembered. */
    private String room(String key, long now) {
        if (earned.size() >= most && !earned.containsKey(key)) {
            earned.values().removeIf(until -> until - now <= 0);
            return earned.size() >= most ? REST : key;
        }
        return key;
    }

    int size() {
        return earned.size();
    }
}
