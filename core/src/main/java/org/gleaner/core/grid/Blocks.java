package org.gleaner.core.grid;

import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.gleaner.core.attempt.EndedAttempt;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.grid.Reason.Kind;
import org.gleaner.core.job.Counted;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.TaskState;

/** Tells why tasks are blocked and what lets them go on. What a person blocked is told apart. */
final class Blocks {
    private final GridState state;
    private final Instant now;

    Blocks(GridState state, Instant now) {
        this.state = state;
        this.now = now;
    }

    List<Reason> explain(OpenJob job, BitSet tasks) {
        List<Reason> reasons = new ArrayList<>();
        BitSet blocked = job.states().select(tasks, TaskState.BLOCKED);
        BitSet byHand = byHand(job, blocked);
        blocked.andNot(byHand);
        if (!blocked.isEmpty()) {
            int first = blocked.nextSetBit(0);
            String again = isLostInput(job.record(first))
                    ? "'gleaner retry " + job.id() + " --refresh' sends its files again, from where you submitted it."
                    : "Fix the cause, then " + remedy(job);
            reasons.add(
                    new Reason(job.id(), Kind.BLOCKED, blocked.cardinality(), "blocked: " + cause(job, first), again));
        }
        if (!byHand.isEmpty()) {
            reasons.add(new Reason(
                    job.id(),
                    Kind.BLOCKED,
                    byHand.cardinality(),
                    "blocked: by hand",
                    "'gleaner unblock " + job.id() + "' lets them continue."));
        }
        return reasons;
    }

    /** How a job goes on that was fixed: not by lifting what a person blocked. */
    String remedy(OpenJob job) {
        BitSet byHand = byHand(job, job.states().select(job.states().all(), TaskState.BLOCKED));
        if (!byHand.isEmpty()) {
            return retry(job) + ", which also lifts what was blocked by hand ('gleaner resume " + job.id()
                    + "' does not).";
        }
        // Which of the tasks that start nowhere a person had blocked before, nobody has noted.
        return job.brake().blockedBefore() > 0 && startsNowhere(job)
                ? retry(job) + ", which also lifts whatever was blocked by hand."
                : retry(job) + ".";
    }

    /** Most fixes change a file of the job, and only a refresh sends it. */
    private static String retry(OpenJob job) {
        String plain = "'gleaner retry " + job.id();
        boolean hasFiles = !job.spec().inputs().isEmpty() || job.spec().aside().inputs() > 0;
        return hasFiles ? plain + " --refresh' (without --refresh if you changed none of its files)" : plain + "'";
    }

    /** Blocked tasks that have neither used up their budget nor wait for a node that could start them. */
    private BitSet byHand(OpenJob job, BitSet blocked) {
        if (blocked.isEmpty() || job.spec().aside().all() || startsNowhere(job)) {
            return new BitSet();
        }
        JobLimits limits = job.spec().limits();
        BitSet found = new BitSet();
        for (int task = blocked.nextSetBit(0); task >= 0; task = blocked.nextSetBit(task + 1)) {
            TaskRecord record = job.record(task);
            found.set(task, record.failures() < limits.maxFailures() && record.lost() < limits.maxLost());
        }
        return found;
    }

    /**
     * Whether tasks are blocked because no node could start them: one of them was the last that was tried. That single
     * nodes refused the like says nothing of tasks that a person blocked.
     */
    private boolean startsNowhere(OpenJob job) {
        Refusals refusals = new Refusals(state, now);
        if (!refusals.concern(job)) {
            return false;
        }
        BitSet blocked = job.states().select(job.states().all(), TaskState.BLOCKED);
        return refusals.leaveNobody(job) || blocked.stream().anyMatch(task -> isRefused(job.record(task)));
    }

    private static boolean isRefused(TaskRecord record) {
        EndedAttempt last = record.latest();
        return last != null && last.outcome() == Outcome.NOT_STARTABLE;
    }

    private static boolean isLostInput(TaskRecord record) {
        EndedAttempt last = record.latest();
        return last != null && last.outcome() == Outcome.INPUT_LOST;
    }

    /** Why this task is blocked, from its last attempts. */
    private String cause(OpenJob job, int ordinal) {
        if (job.spec().aside().all()) {
            return "the job is larger than this server takes; submit it again in a smaller form";
        }
        TaskRecord record = job.record(ordinal);
        EndedAttempt last = record.latest();
        String task = "task " + ordinal + " ";
        if (isLostInput(record)) {
            return task + "needs a file that the server has lost; no machine is at fault";
        }
        if (last != null && last.outcome() == Outcome.LOST) {
            return task + "lost " + Counted.of(record.lost(), "node") + " (--max-lost "
                    + job.spec().limits().maxLost() + ")";
        }
        if (last != null && last.outcome().charge() == Outcome.Charge.LIMIT) {
            return task + last.outcome().word();
        }
        if (last != null && last.outcome().charge() == Outcome.Charge.FAILURE && record.failures() > 0) {
            return task + "failed " + Counted.of(record.failures(), "time") + ", last: "
                    + last.outcome().word() + " on "
                    + state.node(last.node()).facts().name();
        }
        return "it starts on no node";
    }
}
