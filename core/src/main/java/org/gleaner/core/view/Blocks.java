package org.gleaner.core.view;

import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.gleaner.core.attempt.EndedAttempt;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.grid.Cause;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Reason.Kind;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.open.Charging;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.placing.Refusals;
import org.gleaner.core.placing.Roster;

/** Tells why tasks are blocked and what lets them go on. What a person blocked is told apart. */
record Blocks(Roster roster, Instant now) {
    List<Reason> explain(OpenJob job, BitSet tasks) {
        List<Reason> reasons = new ArrayList<>();
        BitSet blocked = job.states().select(tasks, TaskState.BLOCKED);
        BitSet byHand = byHand(job, blocked);
        blocked.andNot(byHand);
        BitSet unstarted = unstarted(job, blocked);
        blocked.andNot(unstarted);
        for (BitSet alike : List.of(blocked, unstarted)) {
            if (!alike.isEmpty()) {
                reasons.add(new Reason(job.id(), cause(job, alike.nextSetBit(0)), alike.cardinality()));
            }
        }
        if (!byHand.isEmpty()) {
            reasons.add(new Reason(job.id(), new Cause.Plain(Kind.BLOCKED), byHand.cardinality()));
        }
        return reasons;
    }

    /** How a job goes on that was fixed. */
    Cause.Restart restart(OpenJob job) {
        Cause.Means by = Cause.Means.of(job.spec());
        BitSet byHand = byHand(job, job.states().select(job.states().all(), TaskState.BLOCKED));
        if (!byHand.isEmpty()) {
            return new Cause.Restart(by, Cause.Lifts.BLOCKED_BY_HAND);
        }
        boolean perhaps = job.brake().blockedBefore() > 0 && startsNowhere(job);
        return new Cause.Restart(by, perhaps ? Cause.Lifts.PERHAPS : Cause.Lifts.NOTHING);
    }

    /** Those that no node could start, and those that were blocked with them untried. */
    private static BitSet unstarted(OpenJob job, BitSet blocked) {
        BitSet found = new BitSet();
        for (int task = blocked.nextSetBit(0); task >= 0; task = blocked.nextSetBit(task + 1)) {
            TaskRecord record = job.record(task);
            found.set(task, record.latest() == null || isRefused(record));
        }
        return found;
    }

    /** Blocked tasks that have neither used up their budget nor wait for a node that could start them. */
    private BitSet byHand(OpenJob job, BitSet blocked) {
        if (blocked.isEmpty() || job.spec().aside().all() || startsNowhere(job)) {
            return new BitSet();
        }
        JobLimits limits = job.spec().limits();
        BitSet found = new BitSet();
        for (int task = blocked.nextSetBit(0); task >= 0; task = blocked.nextSetBit(task + 1)) {
            found.set(task, !Charging.isUsedUp(job.record(task), limits));
        }
        return found;
    }

    /**
     * Whether tasks are blocked because no node could start them: one of them was the last that was tried. What nodes
     * remember of it they forget, once they have started the like or time has passed; the task's own story stays. That
     * single nodes refused the like says nothing of tasks that a person blocked.
     */
    private boolean startsNowhere(OpenJob job) {
        BitSet blocked = job.states().select(job.states().all(), TaskState.BLOCKED);
        return blocked.stream().anyMatch(task -> isRefused(job.record(task)))
                || new Refusals(roster, now).leaveNobody(job);
    }

    private static boolean isRefused(TaskRecord record) {
        EndedAttempt last = record.latest();
        return last != null && last.outcome() == Outcome.NOT_STARTABLE;
    }

    /** Why this task is blocked, from its last attempts. */
    private Cause cause(OpenJob job, int task) {
        if (job.spec().aside().all()) {
            return new Cause.Blocked.TooLarge();
        }
        TaskRecord record = job.record(task);
        EndedAttempt last = record.latest();
        Cause.Restart again = restart(job);
        if (last == null) {
            return new Cause.Blocked.StartsNowhere(again);
        }
        if (last.outcome() == Outcome.INPUT_LOST) {
            List<Predecessor> sources = job.spec().turn().sources();
            return sources.isEmpty()
                    ? new Cause.Blocked.InputLost(task)
                    : new Cause.Blocked.FilesNotThere(task, sources.get(0).job(), "");
        }
        if (last.outcome() == Outcome.LOST) {
            int most = job.spec().limits().maxLost();
            return new Cause.Blocked.NodesLost(task, record.lost(), most, again);
        }
        if (last.outcome().charge() == Outcome.Charge.LIMIT) {
            return new Cause.Blocked.LimitReached(task, last.outcome(), again);
        }
        if (last.outcome().charge() == Outcome.Charge.FAILURE && record.failures() > 0) {
            String node = roster.nodes().node(last.node()).facts().name();
            return new Cause.Blocked.Failed(task, record.failures(), last.outcome(), node, again);
        }
        return new Cause.Blocked.StartsNowhere(again);
    }
}
