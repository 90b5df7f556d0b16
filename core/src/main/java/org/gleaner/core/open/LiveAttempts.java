package org.gleaner.core.open;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.pool.LiveAttempt;
import org.jspecify.annotations.Nullable;

/** The live attempts of one job by their task: most look for one task's only, few for all and in order. */
final class LiveAttempts {
    /** Of all jobs of which nothing runs; never changes. */
    static final LiveAttempts NONE = new LiveAttempts();

    private final Map<Integer, List<LiveAttempt>> ofTask = new HashMap<>();
    /** How many attempts each lane of a node has; they run one after the other. */
    private final Map<Lane, Integer> lanes = new HashMap<>();

    private int size;

    private record Lane(NodeId node, int number) {
        static Lane of(LiveAttempt attempt) {
            return new Lane(attempt.node(), attempt.lane());
        }
    }

    /** With one more: this one, unless it is none. */
    LiveAttempts with(LiveAttempt attempt) {
        LiveAttempts more = this == NONE ? new LiveAttempts() : this;
        more.add(attempt);
        return more;
    }

    private void add(LiveAttempt attempt) {
        int ordinal = attempt.id().ordinal();
        List<LiveAttempt> others = of(ordinal);
        if (others.isEmpty()) {
            ofTask.put(ordinal, List.of(attempt));
            count(attempt, 1);
        } else {
            List<LiveAttempt> all = new ArrayList<>(others);
            LiveAttempt before = get(attempt.id());
            if (before != null) {
                all.remove(before);
                count(before, -1);
            }
            count(attempt, 1);
            all.add(attempt);
            all.sort((one, other) ->
                    Integer.compare(one.id().number(), other.id().number()));
            ofTask.put(ordinal, List.copyOf(all));
        }
    }

    private void count(LiveAttempt attempt, int more) {
        size += more;
        lanes.compute(Lane.of(attempt), (lane, before) -> {
            int now = (before == null ? 0 : before) + more;
            return now == 0 ? null : now;
        });
    }

    /** How many lanes they are in. */
    int lanes() {
        return lanes.size();
    }

    void remove(AttemptId attempt) {
        LiveAttempt gone = get(attempt);
        if (gone == null) {
            return;
        }
        count(gone, -1);
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
