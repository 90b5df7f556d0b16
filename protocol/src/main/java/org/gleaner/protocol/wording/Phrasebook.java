package org.gleaner.protocol.wording;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** What is said of each kind of fact of one sealed type. A book that lacks one of them can't be made. */
final class Phrasebook<F, T> {
    private final Map<Class<?>, Function<F, T>> phrases;

    private Phrasebook(Map<Class<?>, Function<F, T>> phrases) {
        this.phrases = phrases;
    }

    static <F, T> Draft<F, T> of(Class<F> facts) {
        return new Draft<>(facts);
    }

    T say(F fact) {
        return Objects.requireNonNull(phrases.get(fact.getClass())).apply(fact);
    }

    /** A book that is being written. */
    static final class Draft<F, T> {
        private final Class<F> facts;
        private final Map<Class<?>, Function<F, T>> phrases = new HashMap<>();

        private Draft(Class<F> facts) {
            this.facts = facts;
        }

        <G extends F> Draft<F, T> on(Class<G> fact, Function<G, T> phrase) {
            phrases.put(fact, one -> phrase.apply(fact.cast(one)));
            return this;
        }

        Phrasebook<F, T> complete() {
            demand(facts);
            return new Phrasebook<>(Map.copyOf(phrases));
        }

        private void demand(Class<?> fact) {
            if (fact.isSealed()) {
                for (Class<?> one : fact.getPermittedSubclasses()) {
                    demand(one);
                }
            } else if (!phrases.containsKey(fact)) {
                throw new IllegalStateException("nothing is said of " + fact);
            }
        }
    }
}
