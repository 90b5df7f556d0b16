package org.gleaner.core.placing;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gleaner.core.grid.CountedChoices;
import org.gleaner.core.grid.Fate;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.SoftEvent;
import org.gleaner.core.job.Spans;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.pool.LiveAttempt;
import org.gleaner.core.scheduling.Rule;

/** Soft: how often what decided, and what became of the work, since the server started. */
public final class Choices {
    private final SortedMap<String, SortedMap<String, Long>> counts = new TreeMap<>();
    private long copies;
    private long copiesWon;
    private final Map<Fate, Duration> work = new EnumMap<>(Fate.class);

    void note(SoftEvent.WorkChosen chosen) {
        counts.computeIfAbsent(chosen.by(), by -> new TreeMap<>())
                .merge(chosen.rule().word(), 1L, Long::sum);
        copies += chosen.rule() == Rule.COPY ? 1 : 0;
    }

    /** An attempt ends; to be called before it does. */
    void note(GridEvent.AttemptEnded event, OpenJob job) {
        LiveAttempt live = job.live(event.attempt());
        if (live == null) {
            return;
        }
        int ordinal = event.attempt().ordinal();
        Duration ran = Spans.between(live.assigned(), event.at());
        Fate fate = Fate.of(event.report().outcome(), job.states().is(ordinal, TaskState.DONE));
        work.merge(fate, ran.multipliedBy(job.spec().needs().cores()), Duration::plus);
        if (fate == Fate.DONE && !job.live(ordinal).iterator().next().id().equals(event.attempt())) {
            copiesWon++;
        }
    }

    public CountedChoices counted() {
        SortedMap<String, SortedMap<String, Long>> copied = new TreeMap<>();
        for (Map.Entry<String, SortedMap<String, Long>> one : counts.entrySet()) {
            copied.put(one.getKey(), Collections.unmodifiableSortedMap(new TreeMap<>(one.getValue())));
        }
        return new CountedChoices(copied, copies, copiesWon, new TreeMap<>(work));
    }
}
