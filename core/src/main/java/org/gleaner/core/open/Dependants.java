package org.gleaner.core.open;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeMap;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Predecessor;
import org.jspecify.annotations.Nullable;

/**
 * Which open jobs name a job as their predecessor, and how: one of ten thousand that another waits for must not be
 * looked for among all of them. Kept as jobs open and close. Changed by {@link JobWriter} alone.
 */
public final class Dependants {
    private final TreeMap<JobId, TreeMap<JobId, List<Predecessor>>> of = new TreeMap<>();

    void add(OpenJob job) {
        for (Predecessor one : job.spec().turn().after()) {
            of.computeIfAbsent(one.job(), id -> new TreeMap<>())
                    .merge(job.id(), List.of(one), (some, more) -> joined(some, one));
        }
    }

    private static List<Predecessor> joined(List<Predecessor> some, Predecessor one) {
        List<Predecessor> all = new ArrayList<>(some);
        all.add(one);
        return all;
    }

    void remove(OpenJob job) {
        for (Predecessor one : job.spec().turn().after()) {
            TreeMap<JobId, List<Predecessor>> rest = of.get(one.job());
            if (rest != null && rest.remove(job.id()) != null && rest.isEmpty()) {
                of.remove(one.job());
            }
        }
    }

    public boolean has(JobId job) {
        return of.containsKey(job);
    }

    public List<JobId> of(JobId job) {
        TreeMap<JobId, List<Predecessor>> found = of.get(job);
        return found == null ? List.of() : List.copyOf(found.keySet());
    }

    /** The oldest so many of them that are younger than the last one before; null: of all. */
    public List<JobId> of(JobId job, @Nullable JobId last, int most) {
        TreeMap<JobId, List<Predecessor>> found = of.get(job);
        if (found == null) {
            return List.of();
        }
        NavigableSet<JobId> all = found.navigableKeySet();
        return (last == null ? all : all.tailSet(last, false))
                .stream().limit(most).toList();
    }

    /** How a job waits for another: in no way, mostly in one, or for some tasks in this and for others in that way. */
    public List<Predecessor> links(JobId job, JobId before) {
        TreeMap<JobId, List<Predecessor>> found = of.get(before);
        return found == null ? List.of() : found.getOrDefault(job, List.of());
    }
}
