package org.gleaner.simulator.checker;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskState;

/** What a task wrote on its way is kept only of attempts that live, and gives way to the result. */
public final class PartialsGoWithResults implements Checker {
    private final List<TaskId> done = new ArrayList<>();

    @Override
    public void committed(GridEvent.Hard event, Ledger before) {
        if (event instanceof GridEvent.PartialKept kept) {
            AttemptId attempt = kept.attempt();
            LedgerJob job = before.job(attempt.job());
            if (job == null
                    || job.stored(attempt.ordinal()) == TaskState.DONE
                    || !job.live().containsKey(attempt)) {
                throw violation("files of " + attempt + " were kept although it does not live");
            }
        } else if (event instanceof GridEvent.AttemptEnded ended && ended.then() == TaskState.DONE) {
            done.add(ended.attempt().task());
        }
    }

    @Override
    public void ran(BatchRun batch) throws StoreException {
        for (TaskId task : done) {
            if (!batch.disk()
                    .history()
                    .partials(task.job(), Ordinals.one(task.ordinal()), 1)
                    .isEmpty()) {
                throw violation("the done task " + task + " still has what it wrote on its way");
            }
        }
        done.clear();
    }
}
