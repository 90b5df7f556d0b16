package org.gleaner.protocol.message;

import java.util.List;
import java.util.TreeSet;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.id.JobId;

/** Asks where many jobs stand. */
public record JobQuery(List<JobId> ids) {
    /** As many as one call may name. */
    public static final int MOST = 10_000;

    public JobQuery {
        ids = List.copyOf(ids);
        if (ids.size() > MOST) {
            throw new IllegalArgumentException("one call names at most " + MOST + " jobs, not " + ids.size());
        }
    }

    public Selector.SomeJobs selector() {
        return new Selector.SomeJobs(new TreeSet<>(ids));
    }
}
