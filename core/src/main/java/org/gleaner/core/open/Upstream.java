package org.gleaner.core.open;

import java.util.BitSet;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.Predecessor.When;
import org.gleaner.core.job.TaskState;

/**
 * Whether what a job waits for can come to pass by itself, however long the chain. In doubt it can: as long as anything
 * of a predecessor may run, so may what waits for it.
 */
public record Upstream(Precedence precedence) {
    /** Whether no task of the job runs, nor can one until somebody acts. */
    public boolean isStuck(OpenJob job) {
        Set<JobId> stuck = new TreeSet<>();
        // A job waits only for older ones, so each comes after all that it waits for.
        for (OpenJob one : still(job).values()) {
            if (waitsInVain(one, stuck)) {
                stuck.add(one.id());
            }
        }
        return stuck.contains(job.id());
    }

    /** The job and those before it, without any that moves, and without those that only such a one waits for. */
    private NavigableMap<JobId, OpenJob> still(OpenJob job) {
        NavigableMap<JobId, OpenJob> still = new TreeMap<>();
        TreeSet<JobId> left = new TreeSet<>();
        left.add(job.id());
        for (JobId id = left.pollLast(); id != null; id = left.pollLast()) {
            OpenJob one = precedence.jobs().get(id);
            if (one != null && !moves(one)) {
                still.put(id, one);
                one.spec().turn().after().forEach(before -> left.add(before.job()));
            }
        }
        return still;
    }

    private boolean moves(OpenJob job) {
        TaskStates states = job.states();
        return states.count(TaskState.READY) + states.count(TaskState.RUNNING) > 0
                || !job.live().isEmpty()
                || (states.count(TaskState.WAITING) > 0 && job.spec().turn().isBeforeBegin(precedence.now()));
    }

    /** @param stuck those before it that can't continue */
    private boolean waitsInVain(OpenJob job, Set<JobId> stuck) {
        BitSet hoping = job.states().select(job.states().all(), TaskState.WAITING);
        boolean awaitsFailure = false;
        boolean mayFail = false;
        for (Predecessor one : job.spec().turn().after()) {
            OpenJob before = precedence.jobs().get(one.job());
            if (before == null || (!one.is(When.FAILED) && !stuck.contains(one.job()))) {
                continue;
            }
            boolean met = Precedence.isMet(before, one);
            if (one.is(When.FAILED)) {
                awaitsFailure = true;
                mayFail |= met || !stuck.contains(one.job());
            } else if (!met) {
                hoping.andNot(
                        one.each()
                                ? Precedence.undone(before, one)
                                : job.states().all());
            }
        }
        return hoping.isEmpty() || (awaitsFailure && !mayFail);
    }
}
