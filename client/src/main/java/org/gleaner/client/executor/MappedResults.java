package org.gleaner.client.executor;

import java.util.HashSet;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;

/**
 * Results of calls as they arrive, also while the next input is waited for. Further inputs are taken only when results
 * are: so neither inputs nor results pile up. Confined to whoever reads them.
 */
final class MappedResults<A, R> implements Iterator<R> {
    /** So many calls are started at a time before it is looked for results. */
    private static final int FEW = 64;

    private final ForwardInputs<A> inputs;
    private final Function<A, PendingCall<R>> start;
    private final int most;
    private final Set<PendingCall<R>> open = new HashSet<>();
    private final LinkedBlockingQueue<PendingCall<R>> settled = new LinkedBlockingQueue<>();
    /** Something came, or the inputs are at their end. */
    private final Signal news = new Signal();

    /** @param most calls that are open, or settled and not read, at once */
    MappedResults(Iterator<? extends A> inputs, Function<A, PendingCall<R>> start, int most) {
        this.inputs = new ForwardInputs<>(inputs, news::give);
        this.start = start;
        this.most = most;
    }

    /** Says that there is something to look at. Thread-safe. */
    private static final class Signal {
        private boolean given;

        synchronized void give() {
            given = true;
            notifyAll();
        }

        synchronized void await() throws InterruptedException {
            while (!given) {
                wait();
            }
            given = false;
        }
    }

    @Override
    public boolean hasNext() {
        try {
            while (open.isEmpty() && !inputs.areOver()) {
                if (!startCalls() && !inputs.areOver()) {
                    news.await();
                }
            }
        } catch (InterruptedException impatient) {
            throw interrupted();
        }
        return !open.isEmpty();
    }

    /**
     * Starts the calls of some inputs that are there, in the thread of whoever reads: that is told what can't travel.
     * False: there are none, or enough are open.
     */
    private boolean startCalls() {
        int before = open.size();
        for (int i = 0; i < FEW; i++) {
            ForwardInputs.Input<A> input = open.size() < most ? inputs.poll() : null;
            if (input == null) {
                break;
            }
            PendingCall<R> call = start.apply(input.value());
            open.add(call);
            call.whenSettled(() -> {
                settled.add(call);
                news.give();
            });
        }
        return open.size() > before;
    }

    @Override
    public R next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        RuntimeException failure;
        try {
            boolean started = startCalls();
            while (settled.isEmpty()) {
                if (!started) {
                    news.await();
                }
                started = startCalls();
            }
            PendingCall<R> call = settled.remove();
            open.remove(call);
            return call.get();
        } catch (ExecutionException thrown) {
            failure = new CompletionException(thrown.getCause());
        } catch (InterruptedException impatient) {
            throw interrupted();
        } catch (CancellationException cancelled) {
            failure = cancelled;
        }
        cancel();
        throw failure;
    }

    private CancellationException interrupted() {
        Thread.currentThread().interrupt();
        cancel();
        return new CancellationException("the thread that read results was interrupted");
    }

    /** Nobody reads any further. */
    void cancel() {
        inputs.close();
        open.forEach(call -> call.cancel(true));
        open.clear();
    }
}
