package org.gleaner.client.executor;

import org.jspecify.annotations.Nullable;

/** A function with its input. */
final class MappedCall<A, R> implements Task<R> {
    private static final long serialVersionUID = 1;

    private final Mapping<A, R> function;

    /** Whether it is serialisable is seen when it is. */
    @SuppressWarnings("serial")
    private final @Nullable A input;

    MappedCall(Mapping<A, R> function, @Nullable A input) {
        this.function = function;
        this.input = input;
    }

    // An input may be null if its author wants so.
    @SuppressWarnings("NullAway")
    @Override
    public R call() throws Exception {
        return function.apply(input);
    }
}
