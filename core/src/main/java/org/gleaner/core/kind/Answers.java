package org.gleaner.core.kind;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;

/**
 * What comes of each kind of a sealed type: a switch, as long as Java has none over types. One that lacks a kind can't
 * be made, so whatever loads the class that holds it fails.
 *
 * @param <S> who answers
 */
public final class Answers<S, T, R> {
    private final Class<T> type;
    private final Map<Class<?>, BiFunction<S, T, R>> cases = new HashMap<>();

    public Answers(Class<T> type) {
        this.type = type;
    }

    @SuppressWarnings("unchecked") // Asked only about what is of this kind; every decision comes by here.
    public <K extends T> Answers<S, T, R> on(Class<K> kind, BiFunction<S, K, R> answer) {
        cases.put(kind, (BiFunction<S, T, R>) answer);
        return this;
    }

    public Answers<S, T, R> complete() {
        Kinds.demandAll(type, cases.keySet());
        return this;
    }

    public R of(S self, T one) {
        return Objects.requireNonNull(cases.get(one.getClass())).apply(self, one);
    }
}
