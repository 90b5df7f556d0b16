package org.gleaner.core.ahead;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.core.grid.Brake;
import org.gleaner.core.grid.Settings;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.image.SketchedJob;
import org.gleaner.core.image.SketchedNode;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.Turn;
import org.gleaner.core.node.Duty;

/**
 * How a pool might differ from what it is.
 *
 * @param added machines that there were too
 * @param removed machines that were gone at once, with what runs on them
 * @param duties what would be wanted of machines that there are
 * @param settings that would be different, by name
 * @param jobs that would be submitted now
 * @param specs of open jobs, if they were different
 */
public record Variation(
        List<Twins> added,
        List<NodeId> removed,
        Map<NodeId, Duty> duties,
        Map<String, String> settings,
        List<NewJob> jobs,
        Map<JobId, JobSpec> specs) {
    public static final Variation NONE = new Variation(
            List.of(), List.of(), Collections.emptyMap(), Collections.emptyMap(), List.of(), Collections.emptyMap());

    /**
     * So many machines like these, taken in turns: of the same kind, and there or away as those are now, but with luck
     * of their own.
     */
    public record Twins(int count, List<NodeId> like) {
        public Twins {
            like = List.copyOf(like);
            if (count < 1 || like.isEmpty()) {
                throw new IllegalArgumentException("some machines like some others");
            }
        }
    }

    /** A job that somebody would submit. */
    public record NewJob(Owner owner, JobSpec spec) {}

    public Variation {
        added = List.copyOf(added);
        removed = List.copyOf(removed);
        duties = Collections.unmodifiableMap(new TreeMap<>(duties));
        settings = Collections.unmodifiableMap(new TreeMap<>(settings));
        jobs = List.copyOf(jobs);
        specs = Collections.unmodifiableMap(new TreeMap<>(specs));
        if (jobs.size() >= Sketch.ROOM) {
            throw new IllegalArgumentException("fewer than " + Sketch.ROOM + " jobs");
        }
    }

    public Variation adding(int count, List<NodeId> like) {
        List<Twins> more = new ArrayList<>(added);
        more.add(new Twins(count, like));
        return new Variation(more, removed, duties, settings, jobs, specs);
    }

    public Variation removing(List<NodeId> nodes) {
        TreeSet<NodeId> more = new TreeSet<>(removed);
        more.addAll(nodes);
        return new Variation(added, List.copyOf(more), duties, settings, jobs, specs);
    }

    public Variation with(NodeId node, Duty duty) {
        NavigableMap<NodeId, Duty> more = new TreeMap<>(duties);
        more.put(node, duty);
        return new Variation(added, removed, more, settings, jobs, specs);
    }

    public Variation with(String setting, String value) {
        NavigableMap<String, String> more = new TreeMap<>(settings);
        more.put(setting, value);
        return new Variation(added, removed, duties, more, jobs, specs);
    }

    public Variation submitting(Owner owner, JobSpec spec) {
        List<NewJob> more = new ArrayList<>(jobs);
        more.add(new NewJob(owner, spec));
        return new Variation(added, removed, duties, settings, more, specs);
    }

    public Variation with(JobId job, JobSpec spec) {
        NavigableMap<JobId, JobSpec> more = new TreeMap<>(specs);
        more.put(job, spec);
        return new Variation(added, removed, duties, settings, jobs, more);
    }

    /** A sketch of the pool as it would be; the one it is made of stays as it is. */
    Sketch of(Sketch sketch, Instant now) {
        Sketch varied = sketch.copy();
        NavigableMap<String, String> changed = new TreeMap<>(sketch.settings().changed());
        changed.putAll(settings);
        varied.suppose(Settings.of(changed));
        specs.forEach((id, spec) -> {
            SketchedJob job = sketch.jobs().get(id);
            if (job != null) {
                varied.suppose(job.with(spec));
            }
        });
        duties.forEach((id, duty) -> {
            SketchedNode node = sketch.nodes().get(id);
            if (node != null) {
                varied.suppose(node.with(duty));
            }
        });
        add(sketch, varied);
        remove(varied);
        submit(varied, now);
        return varied;
    }

    /** Those of the kind that are there come first: whoever wants one more means one that works. */
    private void add(Sketch sketch, Sketch varied) {
        long next = sketch.nodes().isEmpty() ? 1 : sketch.nodes().lastKey().value() + 1;
        for (Twins some : added) {
            List<SketchedNode> like = new ArrayList<>();
            some.like().forEach(id -> {
                SketchedNode node = sketch.nodes().get(id);
                if (node != null) {
                    like.add(node);
                }
            });
            like.sort(Comparator.comparing(node -> !node.connected()));
            for (int i = 0; i < some.count() && !like.isEmpty(); i++) {
                SketchedNode one = like.get(i % like.size());
                NodeId id = new NodeId(next++);
                varied.suppose(one.twin(id, "one more, " + id));
                varied.absences().liken(id, one.id());
            }
        }
    }

    private void remove(Sketch varied) {
        if (removed.isEmpty()) {
            return;
        }
        TreeSet<NodeId> gone = new TreeSet<>(removed);
        gone.forEach(varied::supposeGone);
        for (SketchedJob job : List.copyOf(varied.jobs().values())) {
            if (job.live().stream().anyMatch(one -> gone.contains(one.row().node()))) {
                varied.suppose(job.without(gone));
            }
        }
    }

    private void submit(Sketch varied, Instant now) {
        for (NewJob job : jobs) {
            long last = varied.jobs().isEmpty() ? 0 : varied.jobs().lastKey().value();
            int tasks = job.spec().tasks();
            // Nobody waits for a job that is over, or that there is not.
            List<Predecessor> after = job.spec().turn().after().stream()
                    .filter(one -> varied.jobs().containsKey(one.job()))
                    .toList();
            Turn turn = job.spec().turn().after(after);
            JobSpec spec = job.spec().withTurn(turn);
            int paused = turn.paused() ? tasks : 0;
            int waiting = paused == 0 && (!after.isEmpty() || turn.isBeforeBegin(now)) ? tasks : 0;
            TaskCounts counts = new TaskCounts(waiting, tasks - paused - waiting, 0, 0, paused, 0, 0);
            varied.suppose(new SketchedJob(
                    new JobId(last + 1), job.owner(), now, spec, Brake.NEW, counts, List.of(), List.of()));
        }
    }
}
