package org.gleaner.core.scheduling;

import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.observer.WorkSpread;

/**
 * A group of ready tasks alike in owner, type and needs that the asking node could take.
 *
 * @param group the caller's number for it
 * @param oldest the job in it whose turn it is: of those with the highest priority the most urgent, else the oldest
 * @param preference of that job, which counts among the jobs of its owner and was looked at already
 * @param ofType what runs and waits of this type anywhere, and what is believed about it
 * @param backlog how many tasks of the group are such
 * @param ran how long the task had run when it was lost, in minutes normalised by speed; 0 for tasks never lost
 */
public record Candidate(
        long group, TypeKey type, JobId oldest, Preference preference, TypeView ofType, Backlog backlog, double ran) {
    /** How long such a task takes, from its begin. */
    public WorkSpread work() {
        return ran > 0 ? ofType.work().beyond(ran) : ofType.work();
    }

    public int runningOfType() {
        return ofType.running();
    }

    public int runningOfOwner() {
        return ofType.runningOfOwner();
    }

    /** Whether its job is older than that of the other. */
    boolean isOlder(Candidate other) {
        return oldest.compareTo(other.oldest) < 0;
    }
}
