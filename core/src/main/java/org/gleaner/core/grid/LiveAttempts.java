package org.gleaner.core.grid;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.core.id.AttemptId;
import org.jspecify.annotations.Nullable;

/** The live attempts of one job by their task: most look for one task's only, few for all and in order. */
final class LiveAttempts {
    private final Map<Integer, List<LiveAttempt>> ofTask = new HashMap<>();
    private int size;

    void add(LiveAttempt attempt) {
        int ordinal = attempt.id().ordinal();
        List<LiveAttempt> others = of(ordinal);
        if (others.isEmpty()) {
            ofTask.put(ordinal, List.of(attempt));
            size++;
        } else {
            List<LiveAttempt> all = new ArrayList<>(others);
            size += all.removeIf(one -> one.id().equals(attempt.id())) ? 0 : 1;
            all.add(attempt);
            all.sort((one, other) ->
                    Integer.compare(one.id().number(), other.id().number()));
            ofTask.put(ordinal, List.copyOf(all));
        }
    }

    void remove(AttemptId attempt) {
        if (get(attempt) == null) {
            return;
        }
        size--;
        List<LiveAttempt> all = of(attempt.ordinal());
        if (all.size() == 1) {
            ofTask.remove(attempt.ordinal());
        } else {
            ofTask.put(
                    attempt.ordinal(),
                    all.stream().filter(one -> !one.id().equals(attempt)).toList());
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

    int size() {
        return size;
    }

    /** In the order of their ids. */
    List<LiveAttempt> all() {
        List<LiveAttempt> all = new ArrayList<>(size);
        ofTask.values().forEach(all::addAll);
        all.sort(Comparator.comparing(LiveAttempt::id));
        return all;
    }
}
