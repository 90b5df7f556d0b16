package org.gleaner.core.ahead;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.jspecify.annotations.Nullable;

/** What one future would bring: when jobs start and when they are done, in milliseconds from its begin. */
final class Glimpse {
    /**
     * Of one job.
     *
     * @param finish {@link Course#NEVER}: not as far as was looked
     */
    record Times(long start, long finish) {}

    /** When the open tasks of somebody were done. */
    private static final class Sum {
        private double tasks;
        private double taken;
    }

    private final Map<JobId, Times> times = new HashMap<>();
    private final Map<Owner, Sum> owners = new HashMap<>();
    private final Sum all = new Sum();
    private final Set<JobId> blocked = new HashSet<>();
    private final Crowd crowd;
    private int starts;

    Glimpse(Crowd crowd) {
        this.crowd = crowd;
    }

    /** Of a part of a job: it starts with the first of them and is done with the last. */
    void note(JobId job, long start, long finish) {
        times.merge(
                job,
                new Times(start, finish),
                (one, other) ->
                        new Times(Math.min(one.start(), other.start()), Math.max(one.finish(), other.finish())));
    }

    /** So many tasks of this owner were done, after so long in all. */
    void add(Owner owner, int done, double millis) {
        for (Sum sum : List.of(all, owners.computeIfAbsent(owner, one -> new Sum()))) {
            sum.tasks += done;
            sum.taken += millis;
        }
    }

    /** After how long an open task of this owner was done, on average; null: of all. */
    double flow(@Nullable Owner owner) {
        Sum sum = owner == null ? all : owners.getOrDefault(owner, new Sum());
        return sum.tasks == 0 ? 0 : sum.taken / sum.tasks;
    }

    /**
     * For how long tasks of this owner were open until then, added up, with those that came meanwhile; null: of all.
     */
    double taken(@Nullable Owner owner, long until) {
        return crowd.taken(owner, until);
    }

    /** When the last of these jobs was done, of those that are done at all. */
    long makespan(Collection<JobId> jobs) {
        long last = 0;
        for (JobId job : jobs) {
            Times one = times.get(job);
            last = one == null || one.finish() == Course.NEVER ? last : Math.max(last, one.finish());
        }
        return last;
    }

    /** When the last of all jobs was done, of those that are done at all. */
    long makespan() {
        return makespan(times.keySet());
    }

    /** Of these some tasks failed for good: what is said of them is when the others were done. */
    void block(Set<JobId> jobs) {
        blocked.addAll(jobs);
    }

    boolean isBlocked(JobId job) {
        return blocked.contains(job);
    }

    void count(int started) {
        starts = started;
    }

    @Nullable
    Times of(JobId job) {
        return times.get(job);
    }

    /** What it cost to look. */
    int starts() {
        return starts;
    }
}
