package org.gleaner.core.placing;

import java.time.Instant;
import java.util.TreeMap;
import org.gleaner.core.id.JobId;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.scheduling.Backlog;
import org.gleaner.core.scheduling.Hurry;
import org.jspecify.annotations.Nullable;

/** Jobs of a group with ready tasks that are alike, in the order of their turns. Confined to {@link ReadyGroups}. */
final class ReadyLine implements Backlog {
    /**
     * The higher priority first, then what has to hurry, then the older job.
     *
     * @param startBy when it would have to start to be done in time; null: it has not to hurry
     */
    record Rank(int priority, @Nullable Instant startBy, JobId job) implements Comparable<Rank> {
        static Rank of(OpenJob job) {
            return new Rank(job.spec().turn().priority(), job.startBy(), job.id());
        }

        @Override
        public int compareTo(Rank other) {
            if (priority != other.priority) {
                return Integer.compare(other.priority, priority);
            }
            int byHurry = startBy == null && other.startBy == null ? 0 : Hurry.compare(startBy, other.startBy);
            return byHurry == 0 ? job.compareTo(other.job) : byHurry;
        }
    }

    final TreeMap<Rank, OpenJob> jobs = new TreeMap<>();
    private int tasks;

    @Override
    public int tasks() {
        return tasks;
    }

    void count(int more) {
        tasks += more;
    }

    OpenJob first() {
        return jobs.firstEntry().getValue();
    }
}
