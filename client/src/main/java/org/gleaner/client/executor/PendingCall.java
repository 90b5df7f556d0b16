package org.gleaner.client.executor;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.gleaner.client.child.CallKey;
import org.gleaner.client.child.TravellingCall;
import org.jspecify.annotations.Nullable;

/**
 * A call that was submitted, as its caller sees it. Settles once: with an outcome or cancelled. Thread-safe.
 *
 * @param <T> what its caller takes the result for
 */
final class PendingCall<T> implements Future<T> {
    /**
     * How it ended.
     *
     * @param thrown null: it returned the value
     */
    record Settled(@Nullable Object value, @Nullable Throwable thrown, boolean cancelled) {
        private static final Settled CANCELLED = new Settled(null, null, true);
    }

    private final CallKey key;
    /** Dropped when it is settled: who keeps many futures keeps only their results. */
    private volatile WrittenCall written;

    private final Runnable original;
    private final BiConsumer<PendingCall<?>, Boolean> cancelling;
    /** Never completed exceptionally: that would give some exceptions of calls another meaning. */
    private final CompletableFuture<Settled> end = new CompletableFuture<>();

    /**
     * @param original does in this JVM what the call does
     * @param cancelling is told when it was cancelled, and whether also if it runs
     */
    PendingCall(CallKey key, WrittenCall written, Runnable original, BiConsumer<PendingCall<?>, Boolean> cancelling) {
        this.key = key;
        this.written = written;
        this.original = original;
        this.cancelling = cancelling;
    }

    CallKey key() {
        return key;
    }

    TravellingCall travelling() {
        return new TravellingCall(key, written.bytes());
    }

    WrittenCall written() {
        return written;
    }

    Runnable original() {
        return original;
    }

    /** Calls it once this is settled, or at once. */
    void whenSettled(Runnable then) {
        CompletableFuture<Void> unused = end.thenRun(then);
    }

    /** The same in a thread that nobody else needs: who is called may take long, or wait for other calls. */
    void whenSettledApart(Runnable then) {
        CompletableFuture<Void> unused = end.thenRunAsync(then);
    }

    /** How it ended, told once. */
    void whenSettled(Consumer<Settled> then) {
        CompletableFuture<Void> unused = end.thenAccept(then);
    }

    /** Without effect if it is settled. */
    void settle(Settled how) {
        boolean unused = end.complete(how);
        written = WrittenCall.GONE;
    }

    void fail(Throwable why) {
        settle(new Settled(null, why, false));
    }

    /** Somebody else than its caller cancelled it. */
    void settleCancelled() {
        settle(Settled.CANCELLED);
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean now = end.complete(Settled.CANCELLED);
        if (now) {
            written = WrittenCall.GONE;
            cancelling.accept(this, mayInterruptIfRunning);
        }
        return now;
    }

    @Override
    public boolean isCancelled() {
        Settled how = end.getNow(null);
        return how != null && how.cancelled();
    }

    /** What it threw, as far as is known now; null: nothing. */
    @Nullable
    Throwable thrown() {
        Settled how = end.getNow(null);
        return how == null ? null : how.thrown();
    }

    @Override
    public boolean isDone() {
        return end.isDone();
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        return value(end.get());
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        return value(end.get(timeout, unit));
    }

    // Whoever submitted the call said what it returns.
    @SuppressWarnings({"unchecked", "NullAway"})
    private T value(Settled how) throws ExecutionException {
        if (how.cancelled()) {
            throw new CancellationException("the call was cancelled");
        }
        if (how.thrown() != null) {
            throw new ExecutionException(how.thrown());
        }
        return (T) how.value();
    }
}
