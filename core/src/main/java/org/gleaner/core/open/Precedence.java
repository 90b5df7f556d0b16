package org.gleaner.core.open;

import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.grid.Violation;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.Predecessor.When;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.jspecify.annotations.Nullable;

/**
 * Which tasks may not start because others must come to their end first, or because it is too early: the one home of
 * this rule. It rests on one
 * invariant: a task that waits, is paused or blocked waits for nothing that can't come to pass, because it is cancelled
 * at the moment when that is known: with the task that should be done first, or when nothing can fail any more. So of
 * jobs that are closed nothing needs to be remembered: what should be done is done, and nothing failed for good. Units
 * of a solved problem that are cancelled are as good as done: nobody needs what they would have found.
 */
public record Precedence(Finder jobs, Instant now) {
    /** Where open jobs are found. */
    public interface Finder {
        /** Null if it is not open. */
        @Nullable
        OpenJob get(JobId id);
    }

    /** The job's tasks that wait for their time, or for a task of an open job that is not done. */
    BitSet unmet(OpenJob job) {
        return unmet(job.spec(), null);
    }

    /** Those that wait for this predecessor. */
    BitSet unmetBy(OpenJob job, JobId predecessor) {
        return unmet(job.spec(), predecessor);
    }

    BitSet unmet(JobSpec spec, @Nullable JobId only) {
        BitSet unmet = new BitSet();
        if (only == null && spec.turn().isBeforeBegin(now)) {
            return all(spec.tasks());
        }
        List<Predecessor> after = spec.turn().after();
        // From the youngest: of thousands the oldest are over first, and one that is not ends the search.
        for (int i = after.size() - 1; i >= 0; i--) {
            Predecessor one = after.get(i);
            boolean counts = !one.is(When.FAILED) && (only == null || only.equals(one.job()));
            OpenJob before = counts ? jobs.get(one.job()) : null;
            if (before != null && one.each()) {
                unmet.or(undone(before, one));
            } else if (before != null && !isMet(before, one)) {
                return all(spec.tasks());
            }
        }
        return awaitsFailure(spec, only) ? all(spec.tasks()) : unmet;
    }

    /** Whether one of several must fail first and none has, nor is it known that none will. */
    private boolean awaitsFailure(JobSpec spec, @Nullable JobId only) {
        boolean awaited = false;
        for (Predecessor one : spec.turn().after()) {
            OpenJob before = one.is(When.FAILED) ? jobs.get(one.job()) : null;
            if (before != null && isMet(before, one)) {
                return false;
            }
            awaited |= before != null && (only == null || only.equals(one.job()));
        }
        return awaited;
    }

    /** Whether nothing can fail any more of what should: a job that waits for a failure waits in vain. */
    private boolean canNoneFail(JobSpec spec, TreeMap<JobId, BitSet> cancelling, TreeMap<JobId, BitSet> reviving) {
        boolean awaited = false;
        for (Predecessor one : spec.turn().after()) {
            if (!one.is(When.FAILED)) {
                continue;
            }
            awaited = true;
            OpenJob before = jobs.get(one.job());
            if (before != null) {
                TaskStates states = before.states();
                BitSet gone = cancelling.getOrDefault(one.job(), new BitSet());
                int over = states.count(TaskState.DONE) + states.count(TaskState.CANCELLED) + gone.cardinality();
                if (one.tasks().isEmpty() && (before.isGrowing() || over < states.size())) {
                    return false;
                }
                BitSet open = counting(one, states.size());
                open.andNot(states.select(open, TaskState.DONE, TaskState.CANCELLED));
                open.andNot(gone);
                open.or(reviving.getOrDefault(one.job(), new BitSet()));
                if (!open.isEmpty()) {
                    return false;
                }
            }
        }
        return awaited;
    }

    /**
     * Tasks of the job, out of those that just got done, that nothing holds back any more.
     *
     * @param links how it waits for the one that has news
     */
    public BitSet released(OpenJob job, OpenJob before, List<Predecessor> links) {
        BitSet released = new BitSet();
        if (job.states().count(TaskState.WAITING) == 0) {
            return released;
        }
        boolean whole = false;
        boolean each = false;
        for (Predecessor one : links) {
            each |= one.each();
            whole |= !one.each() && touches(before, one) && isMet(before, one);
        }
        if (whole || before.news().isRecalled()) {
            return begun(job);
        }
        if (each && !job.spec().turn().isBeforeBegin(now) && !awaitsFailure(job.spec(), null) && allWholeOnesMet(job)) {
            for (int ordinal : before.news().done()) {
                if (job.states().is(ordinal, TaskState.WAITING) && isEachDone(job, ordinal)) {
                    released.set(ordinal);
                }
            }
        }
        return released;
    }

    /** Tasks of a job that wait though nothing holds them back any more. */
    public BitSet begun(OpenJob job) {
        BitSet waiting = job.states().select(job.states().all(), TaskState.WAITING);
        waiting.andNot(unmet(job));
        return waiting;
    }

    private static boolean touches(OpenJob before, Predecessor one) {
        return !one.is(When.DONE)
                || one.tasks().isEmpty()
                || before.news().done().stream().anyMatch(one.tasks()::contains);
    }

    private boolean allWholeOnesMet(OpenJob job) {
        List<Predecessor> after = job.spec().turn().after();
        for (int i = after.size() - 1; i >= 0; i--) {
            Predecessor one = after.get(i);
            OpenJob before = one.each() || one.is(When.FAILED) ? null : jobs.get(one.job());
            if (before != null && !isMet(before, one)) {
                return false;
            }
        }
        return true;
    }

    private boolean isEachDone(OpenJob job, int ordinal) {
        for (Predecessor one : job.spec().turn().after()) {
            OpenJob before = one.each() ? jobs.get(one.job()) : null;
            boolean counts = one.tasks().isEmpty() || one.tasks().contains(ordinal);
            if (before != null && counts && !before.states().is(ordinal, TaskState.DONE)) {
                return false;
            }
        }
        return true;
    }

    /** Tasks of the job that can't come to pass if these of a predecessor are cancelled, or as nothing failed. */
    public BitSet doomed(OpenJob job, JobId before, BitSet cancelled, List<Predecessor> links) {
        BitSet doomed = new BitSet();
        boolean failure = false;
        for (Predecessor one : links) {
            failure |= one.is(When.FAILED);
            doomed.or(
                    one.is(When.DONE) && !isSolved(before)
                            ? hit(one, cancelled, job.states().size())
                            : new BitSet());
        }
        // One that a failure had let go is not taken back when that was retried.
        boolean waits = job.states().count(TaskState.WAITING) > 0 || job.isUntried();
        TreeMap<JobId, BitSet> gone = new TreeMap<>();
        gone.put(before, cancelled);
        if (failure && waits && canNoneFail(job.spec(), gone, new TreeMap<>())) {
            doomed.or(job.states().all());
        }
        return job.states().select(doomed, TaskState.WAITING, TaskState.PAUSED, TaskState.BLOCKED);
    }

    /**
     * Cancelled tasks of the job that a retry can't put back, because what they wait for is cancelled itself or not
     * known to be done.
     *
     * @param closed what the desk read of predecessors: what is missing was deleted and no longer counts; null: it did
     *     not look
     * @param reviving what the same command puts back
     */
    BitSet hopeless(OpenJob job, @Nullable List<StoredJob> closed, TreeMap<JobId, BitSet> reviving) {
        int size = job.states().size();
        BitSet hopeless = new BitSet();
        if (nothingFails(job.spec(), reviving).isPresent()) {
            hopeless.set(1, size + 1);
        }
        for (Predecessor one : job.spec().turn().after()) {
            if (!one.is(When.DONE)) {
                continue;
            }
            OpenJob before = jobs.get(one.job());
            if (before != null) {
                BitSet cancelled = missed(before, before.states().all());
                cancelled.andNot(reviving.getOrDefault(one.job(), new BitSet()));
                hopeless.or(hit(one, cancelled, size));
                continue;
            }
            StoredJob known = closed == null ? null : find(closed, one.job());
            if (known != null) {
                BitSet open = all(known.spec().tasks());
                open.andNot(bits(known, TaskState.DONE));
                open.andNot(known.spec().isSolved() ? bits(known, TaskState.CANCELLED) : new BitSet());
                hopeless.or(hit(one, open, size));
            } else if (closed == null) {
                hopeless.set(1, size + 1);
            }
        }
        return job.states().select(hopeless, TaskState.CANCELLED);
    }

    /** Tasks of a job of this size that depend by this link on any of these. */
    private static BitSet hit(Predecessor link, BitSet tasks, int size) {
        BitSet counting = (BitSet) tasks.clone();
        if (!link.tasks().isEmpty()) {
            counting.and(link.tasks().toBits());
        }
        return link.each() || counting.isEmpty() ? counting : all(size);
    }

    private boolean isSolved(JobId id) {
        OpenJob job = jobs.get(id);
        return job != null && job.spec().isSolved();
    }

    /** Those of these tasks that will not be done, though they should be. */
    private static BitSet missed(OpenJob before, BitSet tasks) {
        return before.spec().isSolved() ? new BitSet() : before.states().select(tasks, TaskState.CANCELLED);
    }

    private static BitSet missed(StoredJob before) {
        return before.spec().isSolved() ? new BitSet() : bits(before, TaskState.CANCELLED);
    }

    /** Those tasks of a predecessor of this size that count. */
    private static BitSet counting(Predecessor one, int size) {
        BitSet counting = all(size);
        if (!one.tasks().isEmpty()) {
            counting.and(one.tasks().toBits());
        }
        return counting;
    }

    /** The states of those tasks of a predecessor that count. */
    public static TaskCounts counts(OpenJob before, Predecessor one) {
        TaskStates states = before.states();
        if (one.tasks().isEmpty()) {
            return states.counts();
        }
        BitSet counting = counting(one, states.size());
        Map<TaskState, Integer> counts = new EnumMap<>(TaskState.class);
        for (TaskState state : TaskState.ALL) {
            counts.put(state, states.select(counting, state).cardinality());
        }
        return TaskCounts.of(counts);
    }

    static BitSet undone(OpenJob before, Predecessor one) {
        BitSet rest = counting(one, before.states().size());
        rest.andNot(before.states().select(rest, TaskState.DONE));
        rest.andNot(before.spec().isSolved() ? before.states().select(rest, TaskState.CANCELLED) : new BitSet());
        return rest;
    }

    /** Whether what counts of a predecessor came to the end that is waited for; of failures, whether there is one. */
    public static boolean isMet(OpenJob before, Predecessor one) {
        return switch (one.when()) {
            case DONE -> isDone(before, one);
            case ANY -> isOver(before, one);
            case FAILED -> hasFailed(before, one);
        };
    }

    private static boolean isDone(OpenJob before, Predecessor one) {
        TaskStates states = before.states();
        boolean solved = before.spec().isSolved();
        if (one.tasks().isEmpty()) {
            int done = states.count(TaskState.DONE) + (solved ? states.count(TaskState.CANCELLED) : 0);
            return !before.isGrowing() && done == states.size();
        }
        if (solved) {
            return undone(before, one).isEmpty();
        }
        for (Ordinals.Span span : one.tasks().spans()) {
            if (!states.areAll(span, TaskState.DONE)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isOver(OpenJob before, Predecessor one) {
        TaskStates states = before.states();
        int over = states.count(TaskState.DONE) + states.count(TaskState.CANCELLED) + states.count(TaskState.BLOCKED);
        if (one.tasks().isEmpty() && (before.isGrowing() || over < states.size())) {
            return false;
        }
        BitSet open = counting(one, states.size());
        open.andNot(states.select(open, TaskState.DONE, TaskState.CANCELLED));
        return open.stream().allMatch(before::hasFailed);
    }

    private static boolean hasFailed(OpenJob before, Predecessor one) {
        TaskStates states = before.states();
        return states.count(TaskState.BLOCKED) > 0
                && states.select(counting(one, states.size()), TaskState.BLOCKED).stream()
                        .anyMatch(before::hasFailed);
    }

    /** The first open predecessor that a job waits for in vain, as what counts of it is cancelled. */
    public Optional<JobId> cancelledBefore(OpenJob job) {
        for (Predecessor one : job.spec().turn().after()) {
            OpenJob before = one.is(When.DONE) ? jobs.get(one.job()) : null;
            if (before != null
                    && !missed(before, counting(one, before.states().size())).isEmpty()) {
                return Optional.of(one.job());
            }
        }
        return Optional.empty();
    }

    /** The first predecessor that should fail, if it is in vain: nothing failed, and nothing can. */
    public Optional<JobId> nothingFailed(JobSpec spec) {
        return nothingFails(spec, new TreeMap<>());
    }

    /** @param reviving what can fail again */
    Optional<JobId> nothingFails(JobSpec spec, TreeMap<JobId, BitSet> reviving) {
        return canNoneFail(spec, new TreeMap<>(), reviving) ? awaitedFailure(spec) : Optional.empty();
    }

    /** The same of predecessors as they are stored. */
    public static Optional<JobId> nothingFailed(JobSpec spec, List<StoredJob> predecessors) {
        for (Predecessor one : spec.turn().after()) {
            StoredJob before = one.is(When.FAILED) ? find(predecessors, one.job()) : null;
            if (before != null) {
                BitSet open = counting(one, before.spec().tasks());
                open.andNot(bits(before, TaskState.DONE));
                open.andNot(bits(before, TaskState.CANCELLED));
                if (!open.isEmpty()) {
                    return Optional.empty();
                }
            }
        }
        return awaitedFailure(spec);
    }

    private static Optional<JobId> awaitedFailure(JobSpec spec) {
        return spec.turn().after().stream()
                .filter(one -> one.is(When.FAILED))
                .map(Predecessor::job)
                .findFirst();
    }

    /** The same of predecessors as they are stored. */
    public static Optional<JobId> cancelledBefore(JobSpec spec, List<StoredJob> predecessors) {
        for (Predecessor one : spec.turn().after()) {
            StoredJob before = one.is(When.DONE) ? find(predecessors, one.job()) : null;
            if (before != null) {
                BitSet cancelled = missed(before);
                cancelled.and(counting(one, before.spec().tasks()));
                if (!cancelled.isEmpty()) {
                    return Optional.of(one.job());
                }
            }
        }
        return Optional.empty();
    }

    /** What is wrong with the predecessors of a job that somebody wants to submit. */
    List<Violation> violations(JobSpec spec, List<StoredJob> closed) {
        List<Violation> violations = new ArrayList<>();
        if (canNoneFail(spec, new TreeMap<>(), new TreeMap<>())) {
            violations.add(new Violation.NothingCanFail(awaitedFailure(spec).orElseThrow()));
        }
        for (Predecessor one : spec.turn().after()) {
            OpenJob before = jobs.get(one.job());
            StoredJob known = find(closed, one.job());
            int size;
            BitSet cancelled;
            if (before != null) {
                size = before.states().size();
                cancelled = before.states().count(TaskState.CANCELLED) == 0 ? new BitSet() : missed(before, all(size));
            } else if (known != null) {
                size = known.spec().tasks();
                cancelled = missed(known);
            } else {
                continue;
            }
            int last = one.tasks().isEmpty()
                    ? 0
                    : one.tasks().spans().get(one.tasks().spans().size() - 1).last();
            if (last > size) {
                violations.add(new Violation.NoSuchTask(one.job(), last, size));
            } else if (one.each() && before != null && before.isGrowing()) {
                violations.add(Violation.Plain.GROWING_IN_ORDER);
            } else if (one.each() && size != spec.tasks()) {
                violations.add(new Violation.Uneven(one.job(), size, spec.tasks()));
            } else if (one.is(When.DONE)) {
                cancelled.and(counting(one, size));
                if (!cancelled.isEmpty()) {
                    violations.add(new Violation.CancelledBefore(one.job(), cancelled.cardinality()));
                }
            }
        }
        return violations;
    }

    /** The first predecessor that the caller has not, or that the route could not tell the end of. */
    @Nullable
    JobId unknown(Caller caller, JobSpec spec, List<StoredJob> closed) {
        for (Predecessor one : spec.turn().after()) {
            OpenJob before = jobs.get(one.job());
            StoredJob known = find(closed, one.job());
            boolean good = before != null
                    ? caller.mayTouch(before.owner())
                    : known != null && caller.mayTouch(known.owner()) && isOver(known);
            if (!good) {
                return one.job();
            }
        }
        return null;
    }

    private static boolean isOver(StoredJob job) {
        BitSet done = bits(job, TaskState.DONE);
        BitSet over = bits(job, TaskState.CANCELLED);
        over.or(done);
        // What a copy of a done task came to changes nothing.
        return job.live().stream().allMatch(live -> done.get(live.attempt().ordinal()))
                && over.cardinality() == job.spec().tasks();
    }

    private static @Nullable StoredJob find(List<StoredJob> jobs, JobId id) {
        for (StoredJob job : jobs) {
            if (job.id().equals(id)) {
                return job;
            }
        }
        return null;
    }

    private static BitSet bits(StoredJob job, TaskState in) {
        Ordinals found = job.states().get(in);
        return found == null ? new BitSet() : found.toBits();
    }

    private static BitSet all(int size) {
        BitSet bits = new BitSet();
        bits.set(1, size + 1);
        return bits;
    }
}
