package org.gleaner.client.child;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Threads of this program that read what takes for ever to read, and that nobody waits for any more. None of them can
 * be ended, and each has a processor for itself: so there are few, and fewer for one machine. Thread-safe.
 */
public final class LostReaders {
    private static final int MOST = 4;
    private static final int MOST_OF_ONE = 2;

    /** By machine; guarded by the class. */
    private static final Map<String, Integer> LOST = new HashMap<>();

    private LostReaders() {}

    /**
     * Why nothing more is read, as a sentence; null: it is.
     *
     * @param machine from which it comes; null: nobody knows
     */
    public static synchronized @Nullable String refusal(@Nullable String machine) {
        if (machine != null && LOST.getOrDefault(machine, 0) >= MOST_OF_ONE) {
            return "The outcome was not read: reading " + MOST_OF_ONE + " others from " + machine + " never ended.";
        }
        return LOST.values().stream().mapToInt(each -> each).sum() < MOST
                ? null
                : "The outcome was not read: reading " + MOST + " others never ended.";
    }

    static synchronized boolean areNone() {
        return LOST.isEmpty();
    }

    /** One more was given up. */
    public static synchronized void lost(@Nullable String machine) {
        LOST.merge(String.valueOf(machine), 1, Integer::sum);
    }

    /** One that was given up has come to an end after all. */
    public static synchronized void back(@Nullable String machine) {
        LOST.computeIfPresent(String.valueOf(machine), (any, lost) -> lost > 1 ? lost - 1 : null);
    }
}
