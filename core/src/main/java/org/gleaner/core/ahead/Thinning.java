package org.gleaner.core.ahead;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.image.SketchedJob;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.Turn;
import org.gleaner.core.node.Demand;
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

    /** So many jobs at most stand for jobs that are alike: their age tells when their turn comes. */
    private static final int MOST_ALIKE = 32;

    private static final int FEWEST_OF_A_JOB = 8;

    /** What must be the same of jobs for one to stand for others. */
    private record Kind(TypeKey type, Demand demand, int priority, int copies) {}

    private final Sketch sketch;
    private final int most;
    private final Set<JobId> awaited = new HashSet<>();

    Thinning(Sketch sketch, int slots) {
        this.sketch = sketch;
        this.most = Math.max(FEWEST_STARTS, PER_SLOT * slots);
        for (SketchedJob job : sketch.jobs().values()) {
            for (Predecessor one : job.spec().turn().after()) {
                awaited.add(one.job());
            }
        }
    }

    List<Part> parts() {
        long tasks = 0;
        for (SketchedJob job : sketch.jobs().values()) {
            tasks += waiting(job);
        }
        boolean all = tasks <= most;
        List<List<SketchedJob>> alike = all ? single() : alike();
        double work = 0;
        for (List<SketchedJob> jobs : alike) {
            work += work(jobs);
        }
        int fewest = Math.max(1, Math.min(FEWEST_OF_A_JOB, most / 2 / Math.max(1, alike.size())));
        List<Part> parts = new ArrayList<>();
        for (List<SketchedJob> jobs : alike) {
            int waiting = waiting(jobs);
            double share = work > 0 ? most * (work(jobs) / work) : most;
            int lots = all ? waiting : (int) Math.min(waiting, Math.max(fewest, Math.round(share)));
            cut(jobs, waiting, lots, parts);
        }
        return parts;
    }

    private List<List<SketchedJob>> single() {
        List<List<SketchedJob>> single = new ArrayList<>();
        sketch.jobs().values().forEach(job -> single.add(List.of(job)));
        return single;
    }

    private List<List<SketchedJob>> alike() {
        Map<Object, List<SketchedJob>> alike = new LinkedHashMap<>();
        for (SketchedJob job : sketch.jobs().values()) {
            Object kind = isPlain(job)
                    ? new Kind(
                            job.type(),
                            Demand.of(job.spec()),
                            job.spec().turn().priority(),
                            job.spec().limits().copies())
                    : job.id();
            alike.computeIfAbsent(kind, one -> new ArrayList<>()).add(job);
        }
        return List.copyOf(alike.values());
    }

    /** Whether nothing distinguishes it from others of its kind: all of it waits, and nobody for it. */
    private boolean isPlain(SketchedJob job) {
        TaskCounts counts = job.tasks();
        Turn turn = job.spec().turn();
        return counts.ready() == counts.total()
                && job.lost().isEmpty()
                && turn.after().isEmpty()
                && turn.begin() == null
                && turn.deadline() == null
                && turn.weight() == Turn.USUAL.weight()
                && job.spec().limits().atMost() == 0
                && !awaited.contains(job.id());
    }

    /** Those of its tasks that may start and were never tried, or that wait until they may. */
    private static int waiting(SketchedJob job) {
        return job.tasks().waiting()
                + Math.max(0, job.tasks().ready() - job.lost().size());
    }

    private static int waiting(List<SketchedJob> jobs) {
        int sum = 0;
        for (SketchedJob job : jobs) {
            sum += waiting(job);
        }
        return sum;
    }

    private double work(List<SketchedJob> jobs) {
        TypeBelief belief = sketch.types().get(jobs.get(0).type());
        double minutes = belief != null && belief.isKnown() ? belief.meanWork() : 1;
        return waiting(jobs) * Math.max(minutes, 1e-3);
    }

    /** Cuts jobs that are alike into several parts by their age, if there are many. */
    private static void cut(List<SketchedJob> jobs, int waiting, int lots, List<Part> parts) {
        int most = Math.max(1, Math.min(MOST_ALIKE, lots / FEWEST_OF_A_JOB));
        int enough = Math.max(1, (waiting + most - 1) / most);
        List<SketchedJob> some = new ArrayList<>();
        int own = 0;
        for (int i = 0; i < jobs.size(); i++) {
            some.add(jobs.get(i));
            own += waiting(jobs.get(i));
            if (own >= enough || i == jobs.size() - 1) {
                parts.add(part(some, own == 0 ? 0 : (int) Math.max(1, (long) lots * own / waiting)));
                some = new ArrayList<>();
                own = 0;
            }
        }
    }

    private static Part part(List<SketchedJob> jobs, int lots) {
        SketchedJob first = jobs.get(0);
        List<JobId> ids = new ArrayList<>();
        int[] ends = new int[jobs.size()];
        int sum = 0;
        for (int i = 0; i < ends.length; i++) {
            sum += waiting(jobs.get(i));
            ends[i] = sum;
            ids.add(jobs.get(i).id());
        }
        return new Part(first.type(), singles(first), lots, isStuck(first), ids, ends);
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
