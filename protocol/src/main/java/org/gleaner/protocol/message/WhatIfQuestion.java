package org.gleaner.protocol.message;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Terms;
import org.jspecify.annotations.Nullable;

/**
 * How somebody supposes the pool to be different.
 *
 * @param remove ids, names or tags of nodes that were gone
 * @param settings that were different, by name
 * @param jobs that were submitted now
 * @param futures in how many it is tried
 * @param past so long the past is looked at instead of what is to come; null: it is not
 */
public record WhatIfQuestion(
        List<More> add,
        List<String> remove,
        Map<String, String> settings,
        List<JobSpec> jobs,
        List<OtherTerms> set,
        int futures,
        @Nullable Duration past) {
    public static final int MOST_ADDED = 10_000;
    public static final int MOST_WORDS = 64;
    public static final int MOST_JOBS = 100;
    public static final int USUAL_FUTURES = 20;
    public static final int MOST_FUTURES = 100;
    public static final Duration SHORTEST_PAST = Duration.ofMinutes(1);
    public static final Duration LONGEST_PAST = Duration.ofDays(365);

    /**
     * More machines.
     *
     * @param like id, name or tag of the nodes that they are like; empty: all of the pool
     */
    public record More(int count, String like) {}

    /**
     * Other terms of an open job, and what else could be asked for if it were submitted again.
     *
     * @param cores null: as they are; so with memory
     */
    public record OtherTerms(
            JobId job,
            Terms terms,
            @Nullable Integer cores,
            @Nullable MemorySize memory) {}

    public WhatIfQuestion {
        add = List.copyOf(add);
        remove = List.copyOf(remove);
        settings = Collections.unmodifiableMap(new TreeMap<>(settings));
        jobs = List.copyOf(jobs);
        set = List.copyOf(set);
    }

    public boolean isEmpty() {
        return add.isEmpty() && remove.isEmpty() && settings.isEmpty() && jobs.isEmpty() && set.isEmpty();
    }
}
