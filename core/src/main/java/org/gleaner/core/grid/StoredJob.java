package org.gleaner.core.grid;

import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskState;

/**
 * A job as the store holds it: everything the grid needs to go on with it.
 *
 * @param states tasks by stored state; READY is what no other state names, and RUNNING is never stored: a task runs
 *     while it has a live attempt and is stored as READY or, if it shall pause afterwards, as PAUSED
 * @param records of tasks that were tried and are not done
 * @param live attempts that have not ended
 * @param accepted of tasks that are done: which attempt, and the digest of its report
 */
public record StoredJob(
        JobId id,
        Owner owner,
        Instant submitted,
        JobSpec spec,
        Brake brake,
        SortedMap<TaskState, Ordinals> states,
        SortedMap<Integer, TaskRecord> records,
        List<LiveRow> live,
        List<AcceptedRow> accepted) {

    /**
     * An attempt that has not ended.
     *
     * @param at when its lane was opened for it
     * @param since when its node was first given it: earlier than {@code at} if it was given up and came back
     */
    public record LiveRow(AttemptId attempt, NodeId node, int lane, Instant at, Instant since) {
        /** Of an attempt that was never given up. */
        public LiveRow(AttemptId attempt, NodeId node, int lane, Instant at) {
            this(attempt, node, lane, at, at);
        }
    }

    /** The result that stands for ever. */
    public record AcceptedRow(int ordinal, int attempt, long digest) {}

    public StoredJob {
        live = List.copyOf(live);
        accepted = List.copyOf(accepted);
    }

    /** The same without records and accepted results. */
    public StoredJob outline() {
        return new StoredJob(id, owner, submitted, spec, brake, states, new TreeMap<>(), live, List.of());
    }
}
