package org.gleaner.core.grid;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.core.id.AttemptId;
import org.jspecify.annotations.Nullable;

/** The live attempts of one job: in the order of their ids, and by their task, as most look for one task's only. */
final class LiveAttempts {
    private final TreeMap<Long, LiveAttempt> inOrder = new TreeMap<>();
    private final Map<Integer, List<LiveAttempt>> ofTask = new HashMap<>();

    void add(LiveAttempt attempt) {
        inOrder.put(place(attempt.id()), attempt);
        int ordinal = attempt.id().ordinal();
        List<LiveAttempt> others = of(ordinal);
        if (others.isEmpty()) {
            ofTask.put(ordinal, List.of(attempt));
        } else {
            List<LiveAttempt> all = new ArrayList<>(others);
            all.removeIf(one -> one.id().equals(attempt.id()));
            all.add(attempt);
            all.sort((one, other) ->
                    Integer.compare(one.id().number(), other.id().number()));
            ofTask.put(ordinal, List.copyOf(all));
        }
    }

    void remove(AttemptId attempt) {
        if (inOrder.remove(place(attempt)) == null) {
            return;
        }
        List<LiveAttempt> others = new ArrayList<>(of(attempt.ordinal()));
        others.removeIf(one -> one.id().equals(attempt));
        if (others.isEmpty()) {
            ofTask.remove(attempt.ordinal());
        } else {
            ofTask.put(attempt.ordinal(), List.copyOf(others));
        }
    }

    /** Those of one task, oldest first. */
    List<LiveAttempt> of(int ordinal) {
        return ofTask.getOrDefault(ordinal, List.of());
    }

    @Nullable
    LiveAttempt get(AttemptId attempt) {
        for (LiveAttempt one : of(attempt.ordinal())) {
            if (one.id().equals(attempt)) {
                return one;
            }
        }
        return null;
    }

    Collection<LiveAttempt> all() {
        return inOrder.values();
    }

    /** The order of attempts of one job, quick to compare. */
    private static Long place(AttemptId attempt) {
        return ((long) attempt.ordinal() << Integer.SIZE) + attempt.number();
    }
}
