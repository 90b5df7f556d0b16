package org.gleaner.core.open;

import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Predecessor;

/** Which open jobs name a job as their predecessor. Kept as jobs open and close. Changed by {@link JobWriter} alone. */
public final class Dependants {
    private final TreeMap<JobId, TreeSet<JobId>> of = new TreeMap<>();

    void add(OpenJob job) {
        for (Predecessor one : job.spec().turn().after()) {
            of.computeIfAbsent(one.job(), id -> new TreeSet<>()).add(job.id());
        }
    }

    void remove(OpenJob job) {
        for (Predecessor one : job.spec().turn().after()) {
            TreeSet<JobId> rest = of.get(one.job());
            if (rest != null && rest.remove(job.id()) && rest.isEmpty()) {
                of.remove(one.job());
            }
        }
    }

    public boolean has(JobId job) {
        return of.containsKey(job);
    }

    public List<JobId> of(JobId job) {
        TreeSet<JobId> found = of.get(job);
        return found == null ? List.of() : List.copyOf(found);
    }
}
