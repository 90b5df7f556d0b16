package org.gleaner.client.executor;

import java.util.HashSet;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Results of calls as they arrive. Further inputs are taken only when results are: so neither inputs nor results pile
 * up. Confined to whoever reads them.
 */
final class MappedResults<A, R> implements Iterator<R> {
    private final Iterator<? extends A> inputs;
    private final Function<A, PendingCall<R>> start;
    private final int most;
    private final Set<PendingCall<R>> open = new HashSet<>();
    private final LinkedBlockingQueue<PendingCall<R>> settled = new LinkedBlockingQueue<>();

    /** @param most calls that are open, or settled and not read, at once */
    MappedResults(Iterator<? extends A> inputs, Function<A, PendingCall<R>> start, int most) {
        this.inputs = inputs;
        this.start = start;
        this.most = most;
    }

    @Override
    public boolean hasNext() {
        while (open.size() < most && inputs.hasNext()) {
            PendingCall<R> call = start.apply(inputs.next());
            open.add(call);
            call.whenSettled(() -> settled.add(call));
        }
        return !open.isEmpty();
    }

    @Override
    public R next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        @Nullable RuntimeException failure = null;
        try {
            PendingCall<R> call = settled.take();
            open.remove(call);
            return call.get();
        } catch (ExecutionException thrown) {
            failure = new CompletionException(thrown.getCause());
        } catch (InterruptedException impatient) {
            Thread.currentThread().interrupt();
            failure = new CancellationException("the thread that read results was interrupted");
        } catch (CancellationException cancelled) {
            failure = cancelled;
        }
        cancel();
        throw Objects.requireNonNull(failure);
    }

    /** Nobody reads any further. */
    void cancel() {
        open.forEach(call -> call.cancel(true));
        open.clear();
    }
}
