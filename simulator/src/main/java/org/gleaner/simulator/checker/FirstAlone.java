package org.gleaner.simulator.checker;

import java.util.Map;
import java.util.TreeMap;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.TaskState;

/**
 * Of a job one task of which goes first, one attempt lives at a time until a task is done, and none behind that task
 * takes its place as long as it may be tried again.
 */
public final class FirstAlone implements Checker {
    private final Map<JobId, Integer> first = new TreeMap<>();

    @Override
    public void committed(GridEvent.Hard event, Ledger before) {
        if (!(event instanceof GridEvent.AttemptAssigned assigned)) {
            return;
        }
        AttemptId attempt = assigned.attempt();
        LedgerJob job = before.job(attempt.job());
        if (job == null || !job.isOneFirst()) {
            return;
        }
        if (!job.live().isEmpty()) {
            throw violation(attempt + " was started beside " + job.live().keySet() + " before a task was done");
        }
        Integer last = first.put(attempt.job(), attempt.ordinal());
        boolean isNew = job.highest(attempt.ordinal()) == 0;
        if (last != null && isNew && attempt.ordinal() > last && job.stored(last) == TaskState.READY) {
            throw violation(attempt + " was started in the place of task " + last + ", which goes first");
        }
    }
}
