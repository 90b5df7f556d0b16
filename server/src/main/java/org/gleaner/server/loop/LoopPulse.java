package org.gleaner.server.loop;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Store;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredGrid;
import org.jspecify.annotations.Nullable;

/**
 * What the loop is busy with, and since when: a disk may be slow for as long as it likes, but a decision takes
 * milliseconds. Written by the loop, read by all.
 */
public final class LoopPulse {
    /** What takes longer is told to whoever asks after the server's health, and in the log. */
    static final Duration LONG = Duration.ofSeconds(10);

    /** Whoever only counts does not wait for the store for longer than this. */
    private static final Duration SLOW = Duration.ofSeconds(1);

    private enum With {
        THINKING,
        WRITING,
        /** However long it takes: there may be much of it, and nothing is wrong then. */
        READING,
        /** The same, with what was read. */
        LOADING
    }

    private record Busy(With with, long since) {
        boolean is(With what) {
            return with == what;
        }
    }

    private final LongSupplier nanos;
    private volatile @Nullable Busy busy;

    public LoopPulse(LongSupplier nanos) {
        this.nanos = nanos;
    }

    void begin() {
        busy = new Busy(With.THINKING, nanos.getAsLong());
    }

    void end() {
        busy = null;
    }

    /** How long the loop has been thinking; nothing while it sleeps, waits for the store or loads. */
    Duration thinking() {
        return lasting(With.THINKING);
    }

    private Duration lasting(With what) {
        Busy now = busy;
        return now == null || !now.is(what) ? Duration.ZERO : lasting(now);
    }

    private Duration lasting(Busy one) {
        return Duration.ofNanos(Math.max(0, nanos.getAsLong() - one.since()));
    }

    /** How long the loop has been waiting until something is written; nothing while it does not. */
    Duration waiting() {
        return lasting(With.WRITING);
    }

    /** Whether the store keeps the loop for longer than a scrape should wait. */
    boolean isStoreSlow() {
        return waiting().compareTo(SLOW) > 0;
    }

    /** Why calls are not answered at the moment, if that has gone on for long. */
    Optional<String> trouble() {
        Busy now = busy;
        Duration lasting = now == null ? Duration.ZERO : lasting(now);
        if (now == null || isLoading(now) || lasting.compareTo(LONG) < 0) {
            return Optional.empty();
        }
        return Optional.of(
                now.is(With.WRITING)
                        ? "its database has not answered for " + lasting.toSeconds()
                                + " s; check whether its disk is slow, hung or full"
                        : "one decision has taken " + lasting.toSeconds() + " s so far");
    }

    private static boolean isLoading(Busy now) {
        return now.is(With.READING) || now.is(With.LOADING);
    }

    /** Why calls are not answered while the state is loaded: for how long that has gone on, and what it waits for. */
    String loading() {
        Busy now = busy;
        if (now == null || !isLoading(now) || lasting(now).compareTo(LONG) < 0) {
            return "it is loading its state";
        }
        String since = "it has been loading its state for " + lasting(now).toSeconds() + " s";
        return now.is(With.READING)
                ? since + " and waits for its database; unless there are very many jobs, check whether it hangs"
                : since + "; its database is read";
    }

    /**
     * The same store; the time in it is no time of the loop's own.
     *
     * @param committed told how long each transaction took
     */
    public Store watching(Store store, Consumer<Duration> committed) {
        return new Store() {
            @Override
            public void write(List<GridEvent.Hard> events) throws StoreException {
                long began = nanos.getAsLong();
                busy = new Busy(With.WRITING, began);
                try {
                    store.write(events);
                    committed.accept(Duration.ofNanos(nanos.getAsLong() - began));
                } finally {
                    begin();
                }
            }

            @Override
            public void tryWrite() throws StoreException {
                busy = new Busy(With.WRITING, nanos.getAsLong());
                try {
                    store.tryWrite();
                } finally {
                    begin();
                }
            }

            @Override
            public void checkThere() throws StoreException {
                store.checkThere();
            }

            @Override
            public boolean hasRoom() {
                return store.hasRoom();
            }

            @Override
            public StoredGrid load() throws StoreException {
                long began = nanos.getAsLong();
                busy = new Busy(With.READING, began);
                try {
                    StoredGrid read = store.load();
                    // What was read has to be put together still; that ends with the batch or its first write.
                    busy = new Busy(With.LOADING, began);
                    return read;
                } catch (StoreException | RuntimeException failed) {
                    begin();
                    throw failed;
                }
            }
        };
    }
}
