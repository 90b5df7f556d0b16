package org.gleaner.core.open;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.gleaner.core.id.JobId;

/** Open jobs that begin at a time that was not noticed yet, the earliest first. Soft, and changed by events alone. */
public final class Begins {
    private record Begin(Instant at, JobId job) {}

    private final TreeSet<Begin> ahead =
            new TreeSet<>(Comparator.comparing(Begin::at).thenComparing(Begin::job));

    void add(OpenJob job) {
        Instant at = job.spec().turn().begin();
        if (at != null) {
            ahead.add(new Begin(at, job.id()));
        }
    }

    void remove(OpenJob job) {
        Instant at = job.spec().turn().begin();
        if (at != null) {
            ahead.remove(new Begin(at, job.id()));
        }
    }

    /** So many at most whose time has come. */
    public List<JobId> due(Instant now, int most) {
        List<JobId> due = new ArrayList<>();
        for (Begin one : ahead) {
            if (one.at().isAfter(now) || due.size() == most) {
                break;
            }
            due.add(one.job());
        }
        return due;
    }
}
