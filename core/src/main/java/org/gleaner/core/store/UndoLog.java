package org.gleaner.core.store;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How to take back what the running write has changed so far, the last change first. */
final class UndoLog {
    private final Deque<Runnable> steps = new ArrayDeque<>();

    void add(Runnable step) {
        steps.push(step);
    }

    <K, V> void put(Map<K, V> rows, K key, V value) {
        restoreLater(rows, key, rows.put(key, value));
    }

    <K, V> void remove(Map<K, V> rows, K key) {
        restoreLater(rows, key, rows.remove(key));
    }

    private <K, V> void restoreLater(Map<K, V> rows, K key, @Nullable V before) {
        steps.push(() -> {
            if (before == null) {
                rows.remove(key);
            } else {
                rows.put(key, before);
            }
        });
    }

    void undo() {
        while (!steps.isEmpty()) {
            steps.pop().run();
        }
    }

    /** What was changed stays. */
    void forget() {
        steps.clear();
    }
}
