package org.gleaner.server.store;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * What was last read of the store, as far as it is not too much: tasks are handed out in order, so what the next one
 * needs was nearly always read for the one before. Thread-safe.
 */
final class RecentlyRead<K, V> {
    private final int most;
    private final long mostBytes;
    private final ToLongFunction<V> weight;
    /** The least recently used first. */
    private final Map<K, V> known = new LinkedHashMap<>(16, 0.75f, true);

    private long bytes;
    private long generation;

    /** @param weight of one in bytes */
    RecentlyRead(int most, long mostBytes, ToLongFunction<V> weight) {
        this.most = most;
        this.mostBytes = mostBytes;
        this.weight = weight;
    }

    synchronized Optional<V> get(K key) {
        return Optional.ofNullable(known.get(key));
    }

    /** To be called when there is more of one than was read. */
    synchronized void remove(K key) {
        V gone = known.remove(key);
        bytes -= gone == null ? 0 : weight.applyAsLong(gone);
    }

    /** To be taken before something is read, and given with it. */
    synchronized long generation() {
        return generation;
    }

    /** Keeps what was read, unless something has changed since. */
    void put(K key, V value, long readIn) {
        long added = weight.applyAsLong(value);
        synchronized (this) {
            if (readIn != generation || known.containsKey(key)) {
                return;
            }
            known.put(key, value);
            bytes += added;
            while (known.size() > most || (bytes > mostBytes && !known.isEmpty())) {
                K eldest = known.keySet().iterator().next();
                V gone = known.remove(eldest);
                bytes -= gone == null ? 0 : weight.applyAsLong(gone);
            }
        }
    }

    /** To be called when something was replaced or deleted. */
    synchronized void clear() {
        generation++;
        known.clear();
        bytes = 0;
    }
}
