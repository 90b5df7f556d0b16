package org.gleaner.core.placing;

import java.util.TreeMap;
import org.gleaner.core.id.JobId;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.scheduling.Backlog;

/** Jobs of a group with ready tasks that are alike, in the order of their turns. Confined to {@link ReadyGroups}. */
final class ReadyLine implements Backlog {
    /** The higher priority first, then the older job. */
    record Rank(int priority, JobId job) implements Comparable<Rank> {
        static Rank of(OpenJob job) {
            return new Rank(job.spec().turn().priority(), job.id());
        }

        @Override
        public int compareTo(Rank other) {
            return priority != other.priority ? Integer.compare(other.priority, priority) : job.compareTo(other.job);
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
