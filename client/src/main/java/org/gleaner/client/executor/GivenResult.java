package org.gleaner.client.executor;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A call whose caller gave its result in advance: that object itself, which never travels. */
final class GivenResult<T> implements Future<T> {
    private final Future<?> call;
    private final T result;

    GivenResult(Future<?> call, T result) {
        this.call = call;
        this.result = result;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return call.cancel(mayInterruptIfRunning);
    }

    @Override
    public boolean isCancelled() {
        return call.isCancelled();
    }

    @Override
    public boolean isDone() {
        return call.isDone();
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        Object unused = call.get();
        return result;
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        Object unused = call.get(timeout, unit);
        return result;
    }
}
