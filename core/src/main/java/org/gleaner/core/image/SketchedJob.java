package org.gleaner.core.image;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.gleaner.core.grid.Brake;
import org.gleaner.core.grid.StoredJob.LiveRow;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.pool.LiveAttempt;

/**
 * An open job as whoever looks ahead needs it: how many of its tasks are where, and no list of those that are done.
 *
 * @param lost how long ready tasks had run when they were lost, in minutes normalised by speed
 */
public record SketchedJob(
        JobId id,
        Owner owner,
        Instant submitted,
        JobSpec spec,
        Brake brake,
        TaskCounts tasks,
        List<Double> lost,
        List<Running> live) {
    /** Of so many lost tasks it is told how long they had run, the longest; the others count as never tried. */
    private static final int MOST_LOST = 1_000;

    /**
     * An attempt that has not ended.
     *
     * @param ran how long the task had run at least when it was last lost, in minutes normalised by speed
     */
    public record Running(LiveRow row, double ran) {}

    public SketchedJob {
        lost = List.copyOf(lost);
        live = List.copyOf(live);
    }

    public TypeKey type() {
        return new TypeKey(owner, spec.type());
    }

    /** Whether any of its tasks has, as far as can be seen from here. */
    public boolean hasStarted() {
        return !live.isEmpty() || tasks.running() + tasks.done() > 0;
    }

    public SketchedJob with(JobSpec other) {
        return new SketchedJob(id, owner, submitted, other, brake, tasks, lost, live);
    }

    /** As it would be if some nodes were gone: a task that ran nowhere else may start again. */
    public SketchedJob without(Set<NodeId> gone) {
        List<Running> left = new ArrayList<>();
        Set<Integer> elsewhere = new HashSet<>();
        Set<Integer> stopped = new HashSet<>();
        for (Running one : live) {
            if (gone.contains(one.row().node())) {
                stopped.add(one.row().attempt().ordinal());
            } else {
                left.add(one);
                elsewhere.add(one.row().attempt().ordinal());
            }
        }
        stopped.removeAll(elsewhere);
        int again = Math.min(stopped.size(), tasks.running());
        TaskCounts counts = new TaskCounts(
                tasks.waiting(),
                tasks.ready() + again,
                tasks.running() - again,
                tasks.done(),
                tasks.paused(),
                tasks.blocked(),
                tasks.cancelled());
        return new SketchedJob(id, owner, submitted, spec, brake, counts, lost, left);
    }

    static SketchedJob of(OpenJob job) {
        List<Double> lost = job.past().longest(MOST_LOST);
        lost.sort(null);
        List<Running> live = new ArrayList<>();
        for (LiveAttempt attempt : job.live()) {
            live.add(new Running(
                    attempt.row(), job.past().of(attempt.row().attempt().ordinal())));
        }
        return new SketchedJob(
                job.id(),
                job.owner(),
                job.submitted(),
                job.spec(),
                job.brake(),
                job.states().counts(),
                lost,
                live);
    }
}
