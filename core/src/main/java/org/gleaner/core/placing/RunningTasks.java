package org.gleaner.core.placing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.observer.TypeBelief;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.pool.LiveAttempt;
import org.gleaner.core.scheduling.Redundancies;
import org.gleaner.core.scheduling.Redundancy;
import org.gleaner.core.scheduling.RunForecast;
import org.gleaner.core.scheduling.TypeView;
import org.gleaner.core.scheduling.Underway;

/**
 * The tasks that run and may run once more, in the order in which redundancy looks at them. Kept up to date task by
 * task as events are applied, so that a decision never scans them; not kept at all while redundancy is off. Confined
 * to {@link Roster}.
 */
public final class RunningTasks {
    private static final double MILLIS_PER_MINUTE = 60_000;

    private Redundancy redundancy = Redundancies.OFF;
    private final Map<TaskId, Underway> tasks = new HashMap<>();
    private TreeSet<Underway> inOrder = new TreeSet<>(redundancy.order());
    private Instant watched = Instant.MIN;

    Redundancy redundancy() {
        return redundancy;
    }

    /** Starts again with all that runs. */
    void begin(Redundancy wanted, Roster roster) {
        redundancy = wanted;
        watched = Instant.MIN;
        tasks.clear();
        inOrder = new TreeSet<>(wanted.order());
        for (OpenJob job : roster.jobs().all().values()) {
            for (LiveAttempt attempt : job.live()) {
                refresh(roster, job, attempt.id().ordinal());
            }
        }
    }

    /** Looks again at a task of which a copy started or ended. */
    void refresh(Roster roster, OpenJob job, int ordinal) {
        if (redundancy == Redundancies.OFF) {
            return;
        }
        TaskId task = new TaskId(job.id(), ordinal);
        Underway before = tasks.remove(task);
        if (before != null) {
            inOrder.remove(before);
        }
        if (!mayHaveOneMore(job, ordinal)) {
            return;
        }
        TypeView type = roster.groups().type(job.type());
        List<Underway.Copy> copies = new ArrayList<>();
        Instant end = Instant.MAX;
        for (LiveAttempt attempt : job.live(ordinal)) {
            copies.add(new Underway.Copy(attempt.node(), attempt.assigned()));
            Instant likely = likelyEnd(roster, attempt, type);
            end = likely.isBefore(end) ? likely : end;
        }
        Underway now = new Underway(task, type, copies, end, job.past().of(ordinal));
        tasks.put(task, now);
        inOrder.add(now);
    }

    /**
     * Whether its owner and its past allow one more copy, whatever node would run it. Copies that run in one shared
     * directory would write into each other's files.
     */
    private static boolean mayHaveOneMore(OpenJob job, int ordinal) {
        JobLimits limits = job.spec().limits();
        TaskRecord record = job.record(ordinal);
        return job.spec().workplace().directory() == null
                && job.states().is(ordinal, TaskState.RUNNING)
                && job.states().after(ordinal) == TaskState.READY
                && job.live(ordinal).size() < limits.copies()
                && record.failures() < limits.maxFailures()
                && record.lost() < limits.maxLost();
    }

    /** Looks again at all tasks of a job that run. */
    void refreshAll(Roster roster, OpenJob job) {
        if (redundancy != Redundancies.OFF) {
            for (LiveAttempt attempt : job.live()) {
                refresh(roster, job, attempt.id().ordinal());
            }
        }
    }

    /** Sorts these by when they are expected to end now. */
    void expect(Map<TaskId, Instant> ends) {
        ends.forEach((task, end) -> replace(task, one -> one.withLikelyEnd(end)));
        // How each goes on is to be looked at again.
        watched = Instant.MIN;
    }

    /** How these will probably go on, as seen then. */
    void watch(Map<TaskId, RunForecast> forecasts, Instant at) {
        forecasts.forEach((task, forecast) -> replace(task, one -> one.with(forecast)));
        watched = at;
    }

    private void replace(TaskId task, UnaryOperator<Underway> change) {
        Underway before = tasks.get(task);
        if (before != null) {
            Underway now = change.apply(before);
            tasks.put(task, now);
            inOrder.remove(before);
            inOrder.add(now);
        }
    }

    /** When somebody last looked how tasks go on. */
    Instant watched() {
        return watched;
    }

    private static Instant likelyEnd(Roster roster, LiveAttempt attempt, TypeView type) {
        TypeBelief belief = type.belief();
        double work = belief == null || !belief.isKnown() ? type.expected().orElse(0) : belief.meanWork();
        double speed = roster.survey().speed(roster.nodes().node(attempt.node()).benchmark());
        return attempt.assigned().plusMillis((long) (work / speed * MILLIS_PER_MINUTE));
    }

    void remove(OpenJob job) {
        for (LiveAttempt attempt : job.live()) {
            Underway before = tasks.remove(attempt.id().task());
            if (before != null) {
                inOrder.remove(before);
            }
        }
    }

    /** How it differs from what all live attempts say; nothing if it is right. */
    Optional<String> fault(Roster roster) {
        RunningTasks fresh = new RunningTasks();
        fresh.begin(redundancy, roster);
        Map<TaskId, List<Underway.Copy>> wanted = fresh.copies();
        Map<TaskId, List<Underway.Copy>> kept = copies();
        return wanted.equals(kept) && inOrder.size() == tasks.size()
                ? Optional.empty()
                : Optional.of("running: " + kept + ", in order: " + inOrder.size() + ", not " + wanted);
    }

    private Map<TaskId, List<Underway.Copy>> copies() {
        Map<TaskId, List<Underway.Copy>> copies = new TreeMap<>();
        tasks.forEach((task, one) -> copies.put(task, one.copies()));
        return copies;
    }

    public boolean isEmpty() {
        return inOrder.isEmpty();
    }

    Iterable<Underway> inOrder() {
        return inOrder;
    }
}
