package org.gleaner.core.image;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gleaner.core.job.TaskCounts;
import org.jspecify.annotations.Nullable;

/**
 * The pool in numbers, as somebody may know it.
 *
 * @param tasks of the open jobs that they may see
 * @param others tasks of all other open jobs, only counted; null for who sees all
 * @param openJobs how many they may see
 * @param nodes how many are in each state
 */
public record Sight(
        TaskCounts tasks,
        @Nullable TaskCounts others,
        int openJobs,
        SortedMap<String, Integer> nodes,
        int slots,
        int slotsUsed) {
    public Sight {
        nodes = Collections.unmodifiableSortedMap(new TreeMap<>(nodes));
    }

    /** What differs from this in a later one; null: nothing does. */
    public record Change(
            @Nullable TaskCounts tasks,
            @Nullable TaskCounts others,
            @Nullable Integer openJobs,
            @Nullable SortedMap<String, Integer> nodes,
            @Nullable Integer slots,
            @Nullable Integer slotsUsed) {
        public static final Change NONE = new Change(null, null, null, null, null, null);

        public boolean isNothing() {
            return equals(NONE);
        }
    }

    /** What to tell who knows this, so that they know the other one. */
    public Change to(Sight later) {
        return new Change(
                tasks.equals(later.tasks) ? null : later.tasks,
                later.others == null || later.others.equals(others) ? null : later.others,
                openJobs == later.openJobs ? null : Integer.valueOf(later.openJobs),
                nodes.equals(later.nodes) ? null : later.nodes,
                slots == later.slots ? null : Integer.valueOf(later.slots),
                slotsUsed == later.slotsUsed ? null : Integer.valueOf(later.slotsUsed));
    }

    public Sight with(Change change) {
        return new Sight(
                change.tasks == null ? tasks : change.tasks,
                change.others == null ? others : change.others,
                change.openJobs == null ? openJobs : change.openJobs,
                change.nodes == null ? nodes : change.nodes,
                change.slots == null ? slots : change.slots,
                change.slotsUsed == null ? slotsUsed : change.slotsUsed);
    }
}
