package org.gleaner.core.grid;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.scheduling.Rule;

/** Soft: what was chosen lately and why, and what became of copies, since the server started. Bounded. */
final class Choices {
    /** What one node got, and what decided so. */
    record Choice(TypeKey type, Rule rule) implements Comparable<Choice> {
        @Override
        public int compareTo(Choice other) {
            return type.equals(other.type) ? rule.compareTo(other.rule) : type.compareTo(other.type);
        }
    }

    private static final int REMEMBERED = 20;

    private final ArrayDeque<Choice> last = new ArrayDeque<>();
    private final SortedMap<String, SortedMap<String, Long>> counts = new TreeMap<>();
    private long copiesWon;
    private Duration lost = Duration.ZERO;
    private Duration redundant = Duration.ZERO;

    void note(SoftEvent.WorkChosen chosen) {
        counts.computeIfAbsent(chosen.by(), by -> new TreeMap<>())
                .merge(chosen.rule().word(), 1L, Long::sum);
        if (chosen.rule() != Rule.COPY) {
            if (last.size() == REMEMBERED) {
                last.removeFirst();
            }
            last.addLast(new Choice(chosen.type(), chosen.rule()));
        }
    }

    /** An attempt ends; to be called before it does. */
    void note(GridEvent.AttemptEnded event, OpenJob job) {
        LiveAttempt live = job.live(event.attempt());
        if (live == null) {
            return;
        }
        Outcome outcome = event.report().outcome();
        int ordinal = event.attempt().ordinal();
        Duration ran =
                event.at().isBefore(live.assigned()) ? Duration.ZERO : Duration.between(live.assigned(), event.at());
        if (job.states().is(ordinal, TaskState.DONE)) {
            redundant = redundant.plus(ran);
        } else if (outcome == Outcome.LOST || outcome == Outcome.EVICTED) {
            lost = lost.plus(ran);
        } else if (outcome == Outcome.DONE
                && !job.live(ordinal).iterator().next().id().equals(event.attempt())) {
            copiesWon++;
        }
    }

    /** How many of the last ones were alike. */
    SortedMap<Choice, Integer> lately() {
        SortedMap<Choice, Integer> found = new TreeMap<>();
        last.forEach(one -> found.merge(one, 1, Integer::sum));
        return found;
    }

    Reply.Choices counted() {
        SortedMap<String, SortedMap<String, Long>> copied = new TreeMap<>();
        for (Map.Entry<String, SortedMap<String, Long>> one : counts.entrySet()) {
            copied.put(one.getKey(), Collections.unmodifiableSortedMap(new TreeMap<>(one.getValue())));
        }
        return new Reply.Choices(copied, copiesWon, lost, redundant);
    }
}
