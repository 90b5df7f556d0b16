package org.gleaner.core.open;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.core.id.JobId;

/**
 * Open jobs to which more tasks may come, and when somebody was last heard who may bring them. Soft, as a server that
 * was away can't know who called meanwhile; changed by events alone.
 */
public final class Growing {
    private record Heard(Instant at, JobId job) {}

    private final TreeSet<Heard> byAge =
            new TreeSet<>(Comparator.comparing(Heard::at).thenComparing(Heard::job));
    private final Map<JobId, Heard> byJob = new TreeMap<>();

    void heard(JobId job, Instant at) {
        remove(job);
        Heard heard = new Heard(at, job);
        byJob.put(job, heard);
        byAge.add(heard);
    }

    void remove(JobId job) {
        Heard before = byJob.remove(job);
        if (before != null) {
            byAge.remove(before);
        }
    }

    /** The server stood still for so long, and could hear nobody. */
    void shift(Duration by) {
        for (Heard one : List.copyOf(byAge)) {
            heard(one.job(), one.at().plus(by));
        }
    }

    /** So many at most of which nobody was heard since that time. */
    public List<JobId> unheardSince(Instant limit, int most) {
        List<JobId> unheard = new ArrayList<>();
        for (Heard one : byAge) {
            if (!one.at().isBefore(limit) || unheard.size() == most) {
                break;
            }
            unheard.add(one.job());
        }
        return unheard;
    }
}
