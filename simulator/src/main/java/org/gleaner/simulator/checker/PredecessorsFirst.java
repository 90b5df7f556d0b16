package org.gleaner.simulator.checker;

import java.util.BitSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.Predecessor.When;
import org.gleaner.core.job.TaskState;

/**
 * Nothing runs before what it waits for is done, or gets ready before what it waits for has ended or failed. What was
 * retried after that takes nothing back, and a predecessor that was deleted no longer counts.
 */
public final class PredecessorsFirst implements Checker {
    /** Jobs that a failure has let go. */
    private final TreeSet<JobId> letGo = new TreeSet<>();

    @Override
    public void committed(GridEvent.Hard event, Ledger before) {
        if (event instanceof GridEvent.AttemptAssigned assigned) {
            checkDone(assigned.attempt(), before);
        } else if (event instanceof GridEvent.AttemptRevived revived) {
            checkDone(revived.attempt(), before);
        } else if (event instanceof GridEvent.JobSubmitted submitted) {
            if (submitted.waiting().count() < submitted.spec().tasks()) {
                checkEnded(submitted.job(), submitted.spec(), before);
            }
        } else if (event instanceof GridEvent.TasksMoved moved && moved.to() == TaskState.READY) {
            LedgerJob job = before.job(moved.job());
            BitSet tasks = moved.ordinals().toBits();
            if (job != null && tasks.stream().anyMatch(task -> job.stored(task) == TaskState.WAITING)) {
                checkEnded(moved.job(), job.spec(), before);
            }
        }
    }

    private void checkDone(AttemptId attempt, Ledger ledger) {
        LedgerJob job = ledger.job(attempt.job());
        if (job == null) {
            return;
        }
        for (Predecessor one : job.spec().turn().after()) {
            LedgerJob first = one.is(When.DONE) ? ledger.job(one.job()) : null;
            if (first != null && one.tasks().isEmpty() && first.spec().isGrowing()) {
                throw violation(attempt + " was started, but more tasks may come to job " + one.job());
            }
            int open = first == null ? 0 : first(one, first, attempt.ordinal(), state -> isMissing(state, first));
            if (open > 0) {
                throw violation(attempt + " was started, but it waits for task " + open + " of job " + one.job()
                        + ", which is not done");
            }
        }
    }

    /** Nobody needs what a solved problem left undone. */
    private static boolean isMissing(TaskState state, LedgerJob first) {
        return state != TaskState.DONE
                && !(state == TaskState.CANCELLED && first.spec().isSolved());
    }

    private void checkEnded(JobId id, JobSpec spec, Ledger ledger) {
        boolean awaited = false;
        boolean failed = false;
        for (Predecessor one : spec.turn().after()) {
            LedgerJob first = ledger.job(one.job());
            if (first == null) {
                continue;
            }
            if (one.is(When.FAILED)) {
                awaited = true;
                failed |= first(one, first, 0, state -> state == TaskState.BLOCKED) > 0;
            } else if (one.is(When.ANY) && one.tasks().isEmpty() && first.spec().isGrowing()) {
                throw violation("job " + id + " got ready, but more tasks may come to job " + one.job());
            } else if (one.is(When.ANY)
                    && first(one, first, 0, state -> !state.isFinal() && state != TaskState.BLOCKED) > 0) {
                throw violation("job " + id + " got ready, but job " + one.job() + " has not ended");
            }
        }
        if (failed) {
            letGo.add(id);
        }
        if (awaited && !letGo.contains(id)) {
            throw violation("job " + id + " got ready, but nothing has failed");
        }
    }

    /** The first task in such a state, of those that count for a task of the one that waits; 0: none. */
    private static int first(Predecessor one, LedgerJob job, int waiting, Predicate<TaskState> in) {
        for (int ordinal = 1; ordinal <= job.spec().tasks(); ordinal++) {
            boolean counts =
                    (one.tasks().isEmpty() || one.tasks().contains(ordinal)) && (!one.each() || ordinal == waiting);
            if (counts && in.test(job.stored(ordinal))) {
                return ordinal;
            }
        }
        return 0;
    }
}
