package org.gleaner.server.store;

import java.util.HashMap;
import java.util.Map;

/**
 * Takes the first of equal values for all of them: very many jobs are alike in most of what they say, and each having
 * it for itself would be a third of the memory. For one reading; not thread-safe.
 */
final class Alike {
    private static final int MOST = 10_000;

    private final Map<Object, Object> known = new HashMap<>();

    @SuppressWarnings("unchecked") // What is equal to a value of a final class is of this class.
    <T> T of(T value) {
        if (known.size() >= MOST) {
            known.clear();
        }
        Object first = known.putIfAbsent(value, value);
        return first == null ? value : (T) first;
    }
}
