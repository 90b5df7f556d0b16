package org.gleaner.core.ahead;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.gleaner.core.ahead.LikeJobs.Unit;
import org.gleaner.core.ahead.Part.Member;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.image.SketchedJob;
import org.gleaner.core.observer.TypeBelief;

/**
 * Lets one task stand for many that are alike, so that a look ahead starts no more than a bounded number whatever the
 * length of the queue. How many tasks stand for a job follows from its part of all work. If there are fewer tasks than
 * may be started, each stands for itself.
 */
final class Thinning {
    /** No look ahead with fewer: an average of so many does not depend on single ones. */
    static final int FEWEST_STARTS = 4_000;

    /** As each slot starts several one after the other, they all end together. */
    static final int PER_SLOT = 4;

    /** But no more than can be looked at, even if half of them are lost: of so many the average is steady anyway. */
    static final int MOST_STARTS = 30_000;

    /** So many jobs at most stand for jobs that are alike: their age tells when their turn comes. */
    private static final int MOST_ALIKE = 32;

    private static final int FEWEST_OF_A_JOB = 8;

    /** Nor more jobs than these, with what runs: in each look ahead one takes as much memory as in the grid itself. */
    static final int MOST_PARTS = 10_000;

    private final Sketch sketch;
    private final LikeJobs alike;
    private final int most;
    private final Set<JobId> leftOut = new HashSet<>();

    /** @param most so many tasks may be started, or a few more */
    Thinning(Sketch sketch, int most) {
        this.sketch = sketch;
        this.alike = new LikeJobs(sketch);
        this.most = most;
    }

    /** How many tasks may be started on so many slots. */
    static int most(int slots) {
        return (int) Math.max(FEWEST_STARTS, Math.min(MOST_STARTS, (long) PER_SLOT * slots));
    }

    /** To be asked once. */
    List<Part> parts() {
        List<Part> parts = all();
        return parts.size() > MOST_PARTS ? oldest(parts) : parts;
    }

    /** The jobs of which {@link #parts} shows nothing of what waits, and so not when they are done. */
    Set<JobId> leftOut() {
        return leftOut;
    }

    /**
     * Those of which something runs, and the oldest others of each owner: nobody who has very many that differ keeps
     * the jobs of somebody else out of sight, nor those that others wait for.
     */
    private List<Part> oldest(List<Part> parts) {
        List<Part> kept = new ArrayList<>();
        Map<Owner, Deque<Part>> owners = new TreeMap<>();
        parts.stream().sorted(Comparator.comparing(Part::id)).forEach(part -> {
            SketchedJob job = sketch.jobs().get(part.id());
            if (job != null && !job.live().isEmpty()) {
                kept.add(part);
            } else {
                owners.computeIfAbsent(part.type().owner(), owner -> new ArrayDeque<>())
                        .add(part);
            }
        });
        while (kept.size() < MOST_PARTS && !owners.isEmpty()) {
            owners.values().forEach(own -> kept.add(own.remove()));
            owners.values().removeIf(Deque::isEmpty);
        }
        owners.values().forEach(own -> own.forEach(this::leaveOut));
        return kept;
    }

    private void leaveOut(Part part) {
        for (int member = 0; member < part.members().size(); member++) {
            if (part.end(member) > part.begin(member) || (member == 0 && part.singles() > 0)) {
                leftOut.add(part.members().get(member).job());
            }
        }
    }

    private List<Part> all() {
        long tasks = 0;
        for (SketchedJob job : sketch.jobs().values()) {
            tasks += waiting(job);
        }
        List<Part> parts = new ArrayList<>();
        if (tasks <= most) {
            sketch.jobs().values().forEach(job -> parts.add(whole(job, waiting(job))));
            return parts;
        }
        List<List<Unit>> groups = alike.groups();
        double work = 0;
        for (List<Unit> units : groups) {
            work += work(units);
        }
        int fewest = Math.max(1, Math.min(FEWEST_OF_A_JOB, most / 2 / Math.max(1, groups.size())));
        for (List<Unit> units : groups) {
            int waiting = waiting(units);
            double share = work > 0 ? most * (work(units) / work) : most;
            cut(units, waiting, (int) Math.min(waiting, Math.max(fewest, Math.round(share))), parts);
        }
        return parts;
    }

    /** Those of its tasks that may start and were never tried, or that wait until they may. */
    private static int waiting(SketchedJob job) {
        return job.tasks().waiting()
                + Math.max(0, job.tasks().ready() - job.lost().size());
    }

    private static int waiting(List<Unit> units) {
        int sum = 0;
        for (Unit unit : units) {
            for (SketchedJob job : unit.jobs()) {
                sum += waiting(job);
            }
        }
        return sum;
    }

    private double work(List<Unit> units) {
        TypeBelief belief = sketch.types().get(units.get(0).first().type());
        double minutes = belief != null && belief.isKnown() ? belief.meanWork() : 1;
        return waiting(units) * Math.max(minutes, 1e-3);
    }

    /** Cuts jobs that are alike into several parts by their age, if there are many. */
    private void cut(List<Unit> units, int waiting, int lots, List<Part> parts) {
        if (units.get(0).isRow()) {
            parts.add(rows(units, lots));
            return;
        }
        int slices = Math.max(1, Math.min(MOST_ALIKE, lots / FEWEST_OF_A_JOB));
        int enough = Math.max(1, (waiting + slices - 1) / slices);
        List<SketchedJob> some = new ArrayList<>();
        int own = 0;
        for (int i = 0; i < units.size(); i++) {
            some.add(units.get(i).first());
            own += waiting(units.get(i).first());
            if (own >= enough || i == units.size() - 1) {
                slice(some, own == 0 ? 0 : (int) Math.max(1, (long) lots * own / waiting), parts);
                some = new ArrayList<>();
                own = 0;
            }
        }
    }

    /** What runs of them stands for itself, one job of which nothing runs for all that waits. */
    private static void slice(List<SketchedJob> jobs, int lots, List<Part> parts) {
        SketchedJob free = null;
        for (SketchedJob job : jobs) {
            free = free == null && job.live().isEmpty() && job.lost().isEmpty() ? job : free;
        }
        if (jobs.size() == 1 || free == null) {
            for (SketchedJob job : jobs) {
                parts.add(whole(job, Math.min(waiting(job), Math.max(1, lots / jobs.size()))));
            }
            return;
        }
        for (SketchedJob job : jobs) {
            if (!job.live().isEmpty()) {
                parts.add(new Part(job.id(), singles(job), 0, false, members(List.of(job), false), 0));
            }
        }
        parts.add(new Part(free.id(), new double[0], lots, isStuck(free), members(jobs, true), 0));
    }

    private static Part whole(SketchedJob job, int lots) {
        return new Part(job.id(), singles(job), lots, isStuck(job), members(List.of(job), true), 0);
    }

    /** Rows of jobs side by side: what is first in all of them comes first, and none gets ahead by itself. */
    private static Part rows(List<Unit> units, int lots) {
        List<SketchedJob> jobs = new ArrayList<>();
        boolean more = true;
        for (int place = 0; more; place++) {
            more = false;
            for (Unit unit : units) {
                if (place < unit.jobs().size()) {
                    jobs.add(unit.jobs().get(place));
                    more = true;
                }
            }
        }
        long width = 0;
        for (Unit unit : units) {
            int row = unit.jobs().size();
            width += (waiting(List.of(unit)) + row - 1) / row;
        }
        SketchedJob first = jobs.get(0);
        int most = (int) Math.min(Integer.MAX_VALUE, width);
        return new Part(first.id(), new double[0], lots, false, members(jobs, true), most);
    }

    /** @param wait whether what waits of them is meant */
    private static List<Member> members(List<SketchedJob> jobs, boolean wait) {
        List<Member> members = new ArrayList<>();
        int end = 0;
        for (SketchedJob job : jobs) {
            end += wait ? waiting(job) : 0;
            members.add(new Member(job.id(), job.type(), end));
        }
        return members;
    }

    private static boolean isStuck(SketchedJob job) {
        return job.tasks().paused() + job.tasks().blocked() > 0;
    }

    /** First the tasks that run, in their order, then those that were lost. */
    private static double[] singles(SketchedJob job) {
        TreeMap<Integer, Double> running = new TreeMap<>();
        job.live().forEach(one -> running.put(one.row().attempt().ordinal(), one.ran()));
        double[] singles = new double[running.size() + job.lost().size()];
        int next = 0;
        for (double ran : running.values()) {
            singles[next++] = ran;
        }
        for (double ran : job.lost()) {
            singles[next++] = ran;
        }
        return singles;
    }
}
