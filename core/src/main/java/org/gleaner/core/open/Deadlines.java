package org.gleaner.core.open;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Deadline;

/** Open jobs that shall be done by some time, and how urgent they are. Soft, and changed by events alone. */
public final class Deadlines {
    private record Wish(Instant at, JobId job) {}

    private static final Comparator<Wish> EARLIEST =
            Comparator.comparing(Wish::at).thenComparing(Wish::job);

    /** Greater than all wishes at the same time: no job has a number like this one. */
    private static final JobId LAST = new JobId(Long.MAX_VALUE);

    private final TreeSet<Wish> all = new TreeSet<>(EARLIEST);
    /** Those of which nobody has noticed yet that they can't be met. */
    private final TreeSet<Wish> hopeful = new TreeSet<>(EARLIEST);

    private final TreeMap<JobId, Instant> urgent = new TreeMap<>();

    void add(OpenJob job) {
        Deadline deadline = job.spec().turn().deadline();
        if (deadline != null) {
            Wish wish = new Wish(deadline.at(), job.id());
            all.add(wish);
            if (!deadline.hopeless()) {
                hopeful.add(wish);
            }
        }
    }

    void remove(OpenJob job) {
        Deadline deadline = job.spec().turn().deadline();
        if (deadline != null) {
            Wish wish = new Wish(deadline.at(), job.id());
            all.remove(wish);
            hopeful.remove(wish);
        }
    }

    void urge(JobId job, Instant startBy) {
        urgent.put(job, startBy);
    }

    void calm(JobId job) {
        urgent.remove(job);
    }

    /** So many at most that are past, which nobody has noticed yet. */
    public List<JobId> due(Instant now, int most) {
        List<JobId> due = new ArrayList<>();
        for (Wish one : hopeful) {
            if (one.at().isAfter(now) || due.size() == most) {
                break;
            }
            due.add(one.job());
        }
        return due;
    }

    /** So many at most that are still to come, the earliest first. */
    public List<JobId> ahead(Instant now, int most) {
        List<JobId> ahead = new ArrayList<>();
        for (Wish one : all.tailSet(new Wish(now, LAST), false)) {
            if (ahead.size() == most) {
                break;
            }
            ahead.add(one.job());
        }
        return ahead;
    }

    public boolean isEmpty() {
        return all.isEmpty() && urgent.isEmpty();
    }

    /** Jobs that go before others of their owner, with when each would have to start to be done in time. */
    public NavigableMap<JobId, Instant> urgent() {
        return Collections.unmodifiableNavigableMap(urgent);
    }
}
