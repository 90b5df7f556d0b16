package org.gleaner.core.ahead;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.image.SketchedJob;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.Turn;
import org.gleaner.core.node.Demand;
import org.gleaner.core.observer.RunLengths;
import org.gleaner.core.observer.TypeBelief;
import org.jspecify.annotations.Nullable;

/**
 * Which open jobs are alike, so that one can stand for others. Jobs that wait for each other one by one are taken
 * together first. The more different ones there are, the less is looked at.
 */
final class LikeJobs {
    /** The cost of every decision grows with the number of kinds among which it chooses. */
    static final int MOST_KINDS = 200;

    /** Jobs in a row that differ more than this in their number of tasks are no even stream. */
    private static final int EVEN = 2;

    private static final int NOTHING_KNOWN = -1;

    /** How much is looked at. */
    private enum Care {
        TYPE,
        LENGTH,
        OWNER
    }

    /** One job, or several of which each waits for the one before it. */
    record Unit(List<SketchedJob> jobs) {
        Unit {
            jobs = List.copyOf(jobs);
        }

        SketchedJob first() {
            return jobs.get(0);
        }

        boolean isRow() {
            return jobs.size() > 1;
        }
    }

    /** What must be the same; what is not looked at is null. */
    private record Kind(
            Owner owner, @Nullable Object length, @Nullable Demand demand, Turn turn, Links links) {}

    /** Those before and after it. */
    private record Links(boolean row, int copies, List<JobId> after) {
        Links {
            after = List.copyOf(after);
        }
    }

    private final Sketch sketch;
    private final Map<JobId, List<JobId>> awaiting = new HashMap<>();

    LikeJobs(Sketch sketch) {
        this.sketch = sketch;
        for (SketchedJob job : sketch.jobs().values()) {
            for (Predecessor one : job.spec().turn().after()) {
                if (sketch.jobs().containsKey(one.job())) {
                    awaiting.computeIfAbsent(one.job(), id -> new ArrayList<>()).add(job.id());
                }
            }
        }
    }

    /** All open jobs, each in one unit, those together that are alike. */
    List<List<Unit>> groups() {
        List<Unit> units = units();
        List<List<Unit>> groups = groups(units, Care.TYPE);
        for (Care less : List.of(Care.LENGTH, Care.OWNER)) {
            groups = groups.size() > MOST_KINDS ? groups(units, less) : groups;
        }
        return groups;
    }

    private List<List<Unit>> groups(List<Unit> units, Care care) {
        Map<Object, List<Unit>> groups = new LinkedHashMap<>();
        for (Unit unit : units) {
            Object kind = isStill(unit.first()) || (care != Care.TYPE && isDivisible(unit.first()))
                    ? kind(unit, care)
                    : unit.first().id();
            groups.computeIfAbsent(kind, one -> new ArrayList<>()).add(unit);
        }
        return List.copyOf(groups.values());
    }

    private Kind kind(Unit unit, Care care) {
        SketchedJob job = unit.first();
        SketchedJob last = unit.jobs().get(unit.jobs().size() - 1);
        Object length = care == Care.TYPE ? job.type() : care == Care.LENGTH ? octave(job.type()) : null;
        Links links =
                new Links(unit.isRow(), job.spec().limits().copies(), awaiting.getOrDefault(last.id(), List.of()));
        Turn turn = job.spec().turn();
        return new Kind(job.owner(), length, care == Care.OWNER ? null : Demand.of(job.spec()), turn, links);
    }

    private int octave(TypeKey type) {
        TypeBelief belief = sketch.types().get(type);
        return belief != null && belief.isKnown() ? (int) RunLengths.position(belief.meanWork()) / 3 : NOTHING_KNOWN;
    }

    /** Whether all of it waits, and nothing distinguishes it from others of its kind. */
    private static boolean isStill(SketchedJob job) {
        TaskCounts counts = job.tasks();
        return (counts.ready() == counts.total() || counts.waiting() == counts.total())
                && job.lost().isEmpty()
                && job.spec().turn().begin() == null
                && job.spec().limits().atMost() == 0;
    }

    /** Whether what waits of it may be done by itself: what runs is of no importance for it. */
    boolean isDivisible(SketchedJob job) {
        TaskCounts counts = job.tasks();
        Turn turn = job.spec().turn();
        return !job.live().isEmpty()
                && counts.ready() > 0
                && counts.paused() + counts.blocked() == 0
                && job.lost().isEmpty()
                && turn.after().isEmpty()
                && turn.begin() == null
                && turn.weight() == Turn.USUAL.weight()
                && job.spec().limits().atMost() == 0
                && !awaiting.containsKey(job.id());
    }

    private List<Unit> units() {
        List<Unit> units = new ArrayList<>();
        for (SketchedJob job : sketch.jobs().values()) {
            if (before(job) == null) {
                List<SketchedJob> row = new ArrayList<>();
                for (SketchedJob next = job; next != null; next = behind(next)) {
                    row.add(next);
                }
                units.add(new Unit(row));
            }
        }
        return units;
    }

    /** The job after which this one comes, if nothing else has to do with either. */
    private @Nullable SketchedJob before(SketchedJob job) {
        JobId only = null;
        for (Predecessor one : job.spec().turn().after()) {
            if (sketch.jobs().containsKey(one.job())) {
                if (only != null || one.is(Predecessor.When.FAILED)) {
                    return null;
                }
                only = one.job();
            }
        }
        SketchedJob before = only == null ? null : sketch.jobs().get(only);
        return before != null
                        && awaiting.getOrDefault(before.id(), List.of()).size() == 1
                        && before.owner().equals(job.owner())
                        && isStill(before)
                        && isStill(job)
                        && before.tasks().total() <= EVEN * job.tasks().total()
                        && job.tasks().total() <= EVEN * before.tasks().total()
                ? before
                : null;
    }

    private @Nullable SketchedJob behind(SketchedJob job) {
        List<JobId> after = awaiting.getOrDefault(job.id(), List.of());
        SketchedJob next = after.size() == 1 ? sketch.jobs().get(after.get(0)) : null;
        SketchedJob before = next == null ? null : before(next);
        return before != null && before.id().equals(job.id()) ? next : null;
    }
}
