package org.gleaner.simulator.checker;

import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;

/** Every task is in one state: counts add up to the number of tasks, and a job closes only when all is over. */
public final class CountsAddUp implements Checker {
    @Override
    public void committed(GridEvent.Hard event, Ledger before) {
        if (event instanceof GridEvent.JobClosed closed) {
            LedgerJob job = before.job(closed.job());
            if (job == null || !job.live().isEmpty() || !closed.tasks().equals(counts(job))) {
                throw violation("job " + closed.job() + " closed with " + closed.tasks() + ", but it has "
                        + (job == null ? "vanished" : counts(job) + " and live " + job.live()));
            }
            if (closed.tasks().done() + closed.tasks().cancelled() != job.spec().tasks()) {
                throw violation("job " + closed.job() + " closed although some task may go on: " + closed.tasks());
            }
        }
    }

    static TaskCounts counts(LedgerJob job) {
        return new TaskCounts(
                job.count(TaskState.WAITING),
                job.count(TaskState.READY),
                job.count(TaskState.RUNNING),
                job.count(TaskState.DONE),
                job.count(TaskState.PAUSED),
                job.count(TaskState.BLOCKED),
                job.count(TaskState.CANCELLED),
                Math.max(
                        0,
                        job.count(TaskState.RUNNING)
                                - (int) job.live().values().stream().distinct().count()));
    }

    @Override
    public void ran(BatchRun batch) {
        for (AddressedReply one : batch.result().replies()) {
            if (one.reply() instanceof Reply.Jobs list) {
                for (Reply.JobSummary summary : list.jobs()) {
                    check(batch, summary);
                }
            }
        }
    }

    private void check(BatchRun batch, Reply.JobSummary summary) {
        LedgerJob job = batch.ledger().job(summary.id());
        if (job == null) {
            return;
        }
        boolean alone = batch.commands().size() == 1 && batch.result().events().isEmpty();
        boolean grew = batch.result().events().stream()
                .anyMatch(event -> event instanceof GridEvent.TasksAdded added
                        && added.job().equals(summary.id()));
        boolean wrong = grew
                ? summary.tasks().total() > job.spec().tasks()
                : summary.tasks().total() != job.spec().tasks();
        if (wrong || (alone && !summary.tasks().equals(counts(job)))) {
            throw violation("job " + summary.id() + " is said to have " + summary.tasks() + ", it has " + counts(job));
        }
    }
}
