package org.gleaner.core.placing;

import java.util.TreeMap;
import org.gleaner.core.id.JobId;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.scheduling.Backlog;
import org.gleaner.core.scheduling.Preference;

/** Jobs of a group with ready tasks that are alike, in the order of their turns. Confined to {@link ReadyGroups}. */
final class ReadyLine implements Backlog {
    /** What its owner prefers first, then the older job. */
    record Rank(Preference preference, JobId job) implements Comparable<Rank> {
        static Rank of(OpenJob job) {
            return new Rank(ReadyGroup.preference(job), job.id());
        }

        @Override
        public int compareTo(Rank other) {
            int byPreference = preference.compareTo(other.preference);
            return byPreference == 0 ? job.compareTo(other.job) : byPreference;
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
