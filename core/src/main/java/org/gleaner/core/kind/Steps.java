package org.gleaner.core.kind;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What is done about each kind of a sealed type, as {@link Answers} for what comes of it.
 *
 * @param <S> who does it
 * @param <E> what it may fail with
 */
public final class Steps<S, T, E extends Exception> {
    /** What is done about one kind. */
    @FunctionalInterface
    public interface Step<S, K, E extends Exception> {
        void take(S self, K one) throws E;
    }

    private final Class<T> type;
    private final Map<Class<?>, Step<S, T, E>> cases = new HashMap<>();

    public Steps(Class<T> type) {
        this.type = type;
    }

    @SuppressWarnings("unchecked") // Taken only about what is of this kind; every event comes by here.
    public <K extends T> Steps<S, T, E> on(Class<K> kind, Step<S, K, E> step) {
        cases.put(kind, (Step<S, T, E>) step);
        return this;
    }

    public Steps<S, T, E> ignore(Class<? extends T> kind) {
        return on(kind, (self, one) -> {});
    }

    public Steps<S, T, E> complete() {
        Kinds.demandAll(type, cases.keySet());
        return this;
    }

    public void take(S self, T one) throws E {
        Objects.requireNonNull(cases.get(one.getClass())).take(self, one);
    }
}
