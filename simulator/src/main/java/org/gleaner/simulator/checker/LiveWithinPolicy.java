package org.gleaner.simulator.checker;

import java.util.List;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.TaskState;
import org.jspecify.annotations.Nullable;

/**
 * One live attempt per task unless redundancy allows more, never two on one node or in a directory that nodes share,
 * only of tasks that may run, and no more of a job than its owner allowed.
 */
public final class LiveWithinPolicy implements Checker {
    /** The setting under which a task never runs twice at once. */
    private static final String NO_COPIES = "off";

    @Override
    public void committed(GridEvent.Hard event, Ledger before) {
        if (event instanceof GridEvent.AttemptAssigned assigned) {
            check(before, assigned.attempt(), assigned.node(), false);
        } else if (event instanceof GridEvent.AttemptRevived revived) {
            check(before, revived.attempt(), revived.node(), true);
        }
    }

    /** @param node where it starts; none if it is revived, which a copy never is */
    private void checkCopy(Ledger ledger, LedgerJob job, AttemptId attempt, @Nullable NodeId node) {
        List<AttemptId> others = job.live(attempt.ordinal());
        if (others.isEmpty()) {
            return;
        }
        boolean redundant = !ledger.text(Setting.REDUNDANCY).equals(NO_COPIES);
        if (node == null || !redundant || others.size() >= job.spec().limits().copies()) {
            throw violation(attempt + " was started while " + others + " lives");
        }
        if (job.spec().workplace().directory() != null) {
            throw violation(attempt + " was started in the directory in which " + others + " lives");
        }
        for (AttemptId other : others) {
            LedgerJob.Live where = job.live().get(other);
            if (where != null && where.node().equals(node)) {
                throw violation(attempt + " was started on " + node + ", which runs " + other);
            }
        }
    }

    private void check(Ledger ledger, AttemptId attempt, NodeId node, boolean revived) {
        LedgerJob job = ledger.job(attempt.job());
        if (job == null || job.closed()) {
            throw violation(attempt + " was started although its job is not open");
        }
        checkCopy(ledger, job, attempt, revived ? null : node);
        TaskState state = job.stored(attempt.ordinal());
        if (state != TaskState.READY && !(revived && state == TaskState.PAUSED)) {
            throw violation(attempt + " was started although its task is " + state);
        }
        int atMost = job.spec().limits().atMost();
        if (atMost > 0 && job.live().size() >= atMost) {
            throw violation(attempt + " was started although " + job.live().size() + " of the job's at most " + atMost
                    + " live: " + job.live());
        }
    }
}
