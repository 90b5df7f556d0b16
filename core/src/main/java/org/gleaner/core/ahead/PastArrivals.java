package org.gleaner.core.ahead;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.gleaner.core.id.Owner;
import org.gleaner.core.image.SketchedJob;
import org.gleaner.core.job.JobSpec;

/** What was submitted lately: as it came, so more may come. Confined to one thread. */
final class PastArrivals {
    record Arrival(Instant at, Owner owner, JobSpec spec) {}

    private static final int MOST = 4_000;

    /** What one owner submits within this time is one decision of a person. */
    private static final Duration TOGETHER = Duration.ofMinutes(1);

    /** Fewer decisions than this are no habit. */
    private static final int HABIT = 8;

    private final ArrayDeque<Arrival> arrivals = new ArrayDeque<>();

    PastArrivals copy() {
        PastArrivals copy = new PastArrivals();
        copy.arrivals.addAll(arrivals);
        return copy;
    }

    /** A job that grows may come without tasks; nobody knows how many such a one brings later. */
    void note(SketchedJob job) {
        if (job.spec().tasks() == 0) {
            return;
        }
        if (arrivals.size() == MOST) {
            arrivals.removeFirst();
        }
        arrivals.addLast(new Arrival(job.submitted(), job.owner(), job.spec()));
    }

    /** Those of the time in which work kept coming, the oldest first; none if it does not. */
    List<Arrival> lately() {
        List<Arrival> all = new ArrayList<>(arrivals);
        all.sort(Comparator.comparing(Arrival::at));
        int decisions = all.isEmpty() ? 0 : 1;
        for (int i = 1; i < all.size(); i++) {
            Duration gap = Duration.between(all.get(i - 1).at(), all.get(i).at());
            decisions += gap.compareTo(TOGETHER) > 0 ? 1 : 0;
        }
        return decisions < HABIT ? List.of() : all;
    }
}
