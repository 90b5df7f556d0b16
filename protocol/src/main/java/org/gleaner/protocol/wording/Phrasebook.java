package org.gleaner.protocol.wording;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.gleaner.core.kind.Kinds;

/** What is said of each kind of fact of one sealed type. A book that lacks one of them can't be made. */
final class Phrasebook<F, T> {
    private final Class<F> facts;
    private final Map<Class<?>, Function<F, T>> phrases = new HashMap<>();

    Phrasebook(Class<F> facts) {
        this.facts = facts;
    }

    <G extends F> Phrasebook<F, T> on(Class<G> fact, Function<G, T> phrase) {
        phrases.put(fact, one -> phrase.apply(fact.cast(one)));
        return this;
    }

    Phrasebook<F, T> complete() {
        Kinds.demandAll(facts, phrases.keySet());
        return this;
    }

    T say(F fact) {
        return Objects.requireNonNull(phrases.get(fact.getClass())).apply(fact);
    }
}
