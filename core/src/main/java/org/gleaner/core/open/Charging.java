package org.gleaner.core.open;

import java.time.Instant;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.EndedAttempt;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.pool.LiveAttempt;

/** What an ending costs a task and where the task goes: the one home of the budget rules. */
public final class Charging {
    private Charging() {}

    /** The event that ends a live attempt. */
    public static GridEvent.AttemptEnded end(OpenJob job, AttemptReport report, NodeId node, Instant now) {
        return end(job, report, node, now, report.outcome().charge());
    }

    /** The same, if it may be the node's fault: the task is innocent, whatever became of the attempt. */
    public static GridEvent.AttemptEnded excuse(OpenJob job, AttemptReport report, NodeId node, Instant now) {
        return end(job, report, node, now, Outcome.Charge.NODE);
    }

    private static GridEvent.AttemptEnded end(
            OpenJob job, AttemptReport report, NodeId node, Instant now, Outcome.Charge charge) {
        int ordinal = report.attempt().ordinal();
        TaskState state = job.states().of(ordinal);
        if (state.isFinal()) {
            return new GridEvent.AttemptEnded(report, node, now, state, remember(job, report, node, now));
        }
        if (report.outcome() == Outcome.DONE) {
            return new GridEvent.AttemptEnded(report, node, now, TaskState.DONE, TaskRecord.UNTRIED);
        }
        TaskRecord after =
                charge(remember(job, report, node, now), charge, job.spec().limits());
        boolean last = job.live(ordinal).size() <= 1;
        return new GridEvent.AttemptEnded(
                report, node, now, last ? next(job, ordinal, after) : TaskState.RUNNING, after);
    }

    /** The late word of an attempt that had been given up: a success counts, anything else is only recorded. */
    public static GridEvent.AttemptEnded late(OpenJob job, AttemptReport report, NodeId node, Instant now) {
        int ordinal = report.attempt().ordinal();
        if (report.outcome() == Outcome.DONE) {
            return new GridEvent.AttemptEnded(report, node, now, TaskState.DONE, TaskRecord.UNTRIED);
        }
        TaskRecord after = remember(job, report, node, now);
        return new GridEvent.AttemptEnded(report, node, now, job.states().of(ordinal), after);
    }

    private static TaskRecord remember(OpenJob job, AttemptReport report, NodeId node, Instant now) {
        AttemptId attempt = report.attempt();
        return job.record(attempt.ordinal())
                .remembering(new EndedAttempt(
                        attempt.number(), node, report.outcome(), report.digest(), since(job, attempt), now));
    }

    /** When its node was first given the attempt, whether or not it was given up meanwhile. */
    public static Instant since(OpenJob job, AttemptId attempt) {
        LiveAttempt live = job.live(attempt);
        EndedAttempt ended = job.record(attempt.ordinal()).ended(attempt.number());
        return live != null ? live.since() : ended != null ? ended.since() : job.submitted();
    }

    private static TaskRecord charge(TaskRecord record, Outcome.Charge charge, JobLimits limits) {
        int failures = record.failures();
        return switch (charge) {
            case NOTHING, NODE -> record;
            case FAILURE -> record.counted(failures + 1, record.lost());
            // Counted as all failures at once, so that it blocks even if another copy ends later without a charge.
            case LIMIT ->
                record.counted(
                        limits.retryLimits() ? failures + 1 : Math.max(failures + 1, limits.maxFailures()),
                        record.lost());
            case SERVER -> record.counted(Math.max(failures + 1, limits.maxFailures()), record.lost());
            case LOST -> record.counted(failures, record.lost() + 1);
        };
    }

    private static TaskState next(OpenJob job, int ordinal, TaskRecord after) {
        return isUsedUp(after, job.spec().limits())
                ? TaskState.BLOCKED
                : job.states().after(ordinal);
    }

    /** Whether a task has used up its tries. */
    public static boolean isUsedUp(TaskRecord record, JobLimits limits) {
        return record.failures() >= limits.maxFailures() || record.lost() >= limits.maxLost();
    }
}
