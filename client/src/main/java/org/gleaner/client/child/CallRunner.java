package org.gleaner.client.child;

import java.io.NotSerializableException;
import java.io.ObjectInputFilter;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** Runs one call in the current thread: bytes in, bytes out. */
public final class CallRunner {
    private final @Nullable ClassLoader loader;
    private boolean shaken;

    /** @param loader has the classes of the calls */
    public CallRunner(@Nullable ClassLoader loader) {
        this.loader = loader;
    }

    public CallOutcome run(TravellingCall call) throws InterruptedException {
        CallRandom.begin(call.key());
        try {
            return run(call.bytes());
        } finally {
            CallRandom.end();
        }
    }

    /** Whether a call ran out of memory or stack, after which nobody knows what still works. */
    boolean isShaken() {
        return shaken;
    }

    private CallOutcome run(byte[] bytes) throws InterruptedException {
        long begun = System.nanoTime();
        Result<Object> read = of(() -> ObjectReader.read(bytes, loader, seen -> ObjectInputFilter.Status.UNDECIDED));
        Throwable unreadable = read.thrown();
        if (unreadable != null) {
            return CallOutcome.text(CallOutcome.Kind.UNREADABLE, 0, unreadable.toString());
        }
        Object call = read.value();
        Result<Object> result;
        if (call instanceof Callable<?> callable) {
            result = of(callable::call);
        } else if (call instanceof Runnable runnable) {
            result = of(() -> {
                runnable.run();
                return null;
            });
        } else {
            return CallOutcome.text(CallOutcome.Kind.UNREADABLE, 0, "it is neither a Callable nor a Runnable");
        }
        long nanos = System.nanoTime() - begun;
        Throwable thrown = result.thrown();
        shaken |= thrown instanceof VirtualMachineError;
        return thrown == null ? returned(result.value(), nanos) : threw(thrown, nanos);
    }

    private static CallOutcome returned(@Nullable Object value, long nanos) throws InterruptedException {
        Result<byte[]> written = of(() -> ObjectWriter.bytes(value, OutcomeFile.LARGEST));
        byte[] bytes = written.value();
        return bytes != null
                ? new CallOutcome(CallOutcome.Kind.VALUE, nanos, bytes)
                : CallOutcome.text(
                        CallOutcome.Kind.RETURNED_UNSENDABLE,
                        nanos,
                        (value == null ? "null" : value.getClass().getName()) + ": " + reason(written.thrown()));
    }

    private static CallOutcome threw(Throwable thrown, long nanos) throws InterruptedException {
        byte[] bytes = CallRunner.<byte[]>of(() -> ObjectWriter.bytes(thrown, OutcomeFile.LARGEST))
                .value();
        return bytes != null
                ? new CallOutcome(CallOutcome.Kind.THREW, nanos, bytes)
                : CallOutcome.text(CallOutcome.Kind.THREW_UNSENDABLE, nanos, TraceText.of(thrown));
    }

    private static String reason(@Nullable Throwable thrown) {
        return thrown instanceof NotSerializableException missing
                ? missing.getMessage() + " is not serialisable"
                : String.valueOf(thrown);
    }

    /** @param thrown null: it returned the value */
    private record Result<T>(@Nullable T value, @Nullable Throwable thrown) {}

    /** Whatever it throws, errors too, as an executor of the JDK catches it. */
    private static <T> Result<T> of(Callable<@Nullable T> call) throws InterruptedException {
        FutureTask<@Nullable T> task = new FutureTask<>(call);
        task.run();
        try {
            return new Result<>(task.get(), null);
        } catch (ExecutionException failed) {
            return new Result<>(null, failed.getCause());
        }
    }
}
