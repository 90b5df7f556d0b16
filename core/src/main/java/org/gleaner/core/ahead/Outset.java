package org.gleaner.core.ahead;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.estimate.Estimator;
import org.gleaner.core.grid.Policy;
import org.gleaner.core.grid.Served;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.Settings;
import org.gleaner.core.grid.StoredBeliefs;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.grid.StoredGrid.NodeRow;
import org.gleaner.core.grid.StoredGrid.RefusalRow;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.grid.StoredJob.LiveRow;
import org.gleaner.core.grid.Supposition;
import org.gleaner.core.grid.Survey;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.image.SketchedJob;
import org.gleaner.core.image.SketchedNode;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.job.Turn;
import org.gleaner.core.node.Duty;
import org.gleaner.core.observer.Minutes;
import org.gleaner.core.observer.NodeBelief;
import org.gleaner.core.observer.RunLengths;
import org.gleaner.core.observer.TypeBelief;
import org.gleaner.core.observer.WorkSpread;
import org.gleaner.core.step.GridState;
import org.jspecify.annotations.Nullable;

/**
 * Where a look ahead begins: the grid of a sketch, with tasks that are alike put into lots. The same for all futures
 * that are drawn; the sketch must not change as long as it is used.
 */
final class Outset {
    private static final double LONGER = 4;

    private final Sketch sketch;
    private final Instant now;
    private final Map<String, String> settings;
    private final Duration timeout;
    private final Map<JobId, Part> parts = new LinkedHashMap<>();
    /** Which part stands for an open job that others wait for. */
    private final Map<JobId, JobId> partOf = new HashMap<>();

    /** Too many jobs are open that differ: of these nobody sees when they are done. */
    private final Set<JobId> leftOut;

    private final List<SketchedNode> nodes = new ArrayList<>();
    private final Map<NodeId, List<LiveRow>> live = new HashMap<>();
    /** The longest that owners of open jobs say of a type, in minutes. */
    private final Map<TypeKey, Double> expected = new HashMap<>();

    private final StoredGrid grid;
    private final Supposition supposition;
    /** To be looked at, never to go on with. */
    private final GridState plain;

    /** CPU time that attempts had used when their nodes were last heard, as far as is known. */
    private final Map<AttemptId, Duration> used = new HashMap<>();

    private final Set<TypeKey> openTypes = new TreeSet<>();
    private final Mishaps mishaps;
    private final @Nullable Survey known;

    /**
     * @param timeout how long it takes until somebody notices that a machine is gone
     * @param settings by which it differs from the sketch
     * @param known of the pool by which speeds and stays are reckoned; null: as it is at the outset
     */
    Outset(Sketch sketch, Instant now, Duration timeout, Map<String, String> settings, @Nullable Survey known) {
        this(sketch, now, timeout, settings, known, OptionalInt.empty());
    }

    /** @param starts so many tasks may be started in a future; empty: as many as usual */
    Outset(
            Sketch sketch,
            Instant now,
            Duration timeout,
            Map<String, String> settings,
            @Nullable Survey known,
            OptionalInt starts) {
        this.sketch = sketch;
        this.known = known;
        this.mishaps = new Mishaps(sketch);
        this.now = now;
        this.settings = settings;
        this.timeout = timeout;
        int slots = 0;
        for (SketchedNode node : sketch.nodes().values()) {
            if (node.row().duty() != Duty.FORGOTTEN) {
                nodes.add(node);
                slots += node.connected() ? node.offered().slots() : 0;
            }
        }
        for (SketchedJob job : sketch.jobs().values()) {
            openTypes.add(job.type());
            Duration said = job.spec().limits().expected();
            if (said != null) {
                expected.merge(job.type(), Minutes.of(said), Math::max);
            }
        }
        Map<JobId, Integer> lots = new HashMap<>();
        Map<TaskId, Double> ran = new HashMap<>();
        List<StoredJob> jobs = new ArrayList<>();
        Thinning thinning = new Thinning(sketch, starts.orElse(Thinning.most(slots)));
        List<Part> cut = thinning.parts();
        this.leftOut = thinning.leftOut();
        cut.sort((one, other) -> one.id().compareTo(other.id()));
        for (Part part : cut) {
            part.members().forEach(one -> partOf.put(one.job(), part.id()));
        }
        for (Part part : cut) {
            if (part.tasks() > 0) {
                parts.put(part.id(), part);
                jobs.add(job(part, ran));
                lots.put(part.id(), part.average());
            }
        }
        this.grid = grid(jobs);
        this.supposition = new Supposition(lots, ran, Collections.emptyMap(), served());
        this.plain = begin(Collections.emptyMap());
    }

    /**
     * A grid of its own, to go on with.
     *
     * @param longer how many times as long as is believed tasks of a type turn out to take
     */
    GridState begin(Map<TypeKey, Double> longer) {
        return GridState.supposed(grid, now, supposition.withLonger(longer));
    }

    /**
     * How many minutes the owner of a job said that its tasks take, if that counts: of a type of which none was done.
     * What others say of theirs changes nothing then.
     */
    OptionalDouble said(JobId job) {
        SketchedJob open = sketch.jobs().get(job);
        Duration said = open == null ? null : open.spec().limits().expected();
        TypeBelief belief = open == null ? null : sketch.types().get(open.type());
        return said == null || (belief != null && belief.isKnown())
                ? OptionalDouble.empty()
                : OptionalDouble.of(Minutes.of(said));
    }

    /** How long tasks of a type take, as far as is known. */
    WorkSpread work(TypeKey type, OptionalDouble said) {
        return said.isPresent() ? plain.work(type, said.getAsDouble()) : plain.work(type);
    }

    Mishaps mishaps() {
        return mishaps;
    }

    /** Those of open jobs. */
    Set<TypeKey> openTypes() {
        return openTypes;
    }

    /**
     * How fast and how steady the pool is by which all that was observed is reckoned. What is believed of tasks is in
     * relation to the mean of the pool as it is, and stays so if other machines are supposed.
     */
    Survey survey() {
        return known == null ? plain.survey() : known;
    }

    /** Of one of the nodes, in relation to the mean. */
    double speed(int node) {
        return survey().speed((double) nodes.get(node).row().facts().benchmark().toMillis());
    }

    /** By which formula it is told how long tasks take; nothing: by what is known of others of their types. */
    Optional<Estimator> estimator() {
        return Settings.of(changed()).estimator();
    }

    Policy policy() {
        return Settings.of(changed()).policy();
    }

    private NavigableMap<String, String> changed() {
        NavigableMap<String, String> changed = new TreeMap<>(sketch.settings().changed());
        changed.putAll(settings);
        return changed;
    }

    /** CPU time that an attempt has used; null: nobody knows. */
    @Nullable
    Duration used(AttemptId attempt) {
        return used.get(attempt);
    }

    Sketch sketch() {
        return sketch;
    }

    Instant now() {
        return now;
    }

    Map<String, String> settings() {
        return settings;
    }

    Duration timeout() {
        return timeout;
    }

    Set<JobId> leftOut() {
        return leftOut;
    }

    Map<JobId, Part> parts() {
        return parts;
    }

    List<SketchedNode> nodes() {
        return nodes;
    }

    /**
     * Longer than this, in minutes normalised by speed, no task of a type is expected to be of which nothing is known
     * yet: some times as long as any that was done, or as its owner said, of its type or else of all. Many tasks of an
     * array are drawn, and the longest decides its end; after the first few runs of a type that would be a length that
     * nobody ever saw.
     */
    double longest(TypeKey type, OptionalDouble said) {
        double guess = said.isPresent() ? said.getAsDouble() : expected.getOrDefault(type, 0.0);
        double own = Math.max(longest(sketch.types().get(type)), guess);
        double all = 0;
        if (own == 0) {
            for (TypeBelief belief : sketch.types().values()) {
                all = Math.max(all, longest(belief));
            }
        }
        double known = Math.max(own, all);
        return known > 0 ? LONGER * known : Double.POSITIVE_INFINITY;
    }

    /** Some task of a type really took longer than this, in minutes normalised by speed; 0: nobody knows of one. */
    double exceeded(TypeKey type) {
        // Each run counts at the two points around it.
        int last = last(sketch.types().get(type));
        return last < 1 ? 0 : RunLengths.at(last - 1);
    }

    private static double longest(@Nullable TypeBelief belief) {
        int last = last(belief);
        return last < 0 ? 0 : RunLengths.at(last);
    }

    /** The last point at which a task was done; -1: none was. */
    private static int last(@Nullable TypeBelief belief) {
        int point = RunLengths.POINTS - 1;
        while (point >= 0 && (belief == null || belief.finished().at(point) <= 0)) {
            point--;
        }
        return point;
    }

    /** When the first job of a part may begin, in milliseconds from now. */
    long begins(Part part) {
        SketchedJob first = sketch.jobs().get(part.id());
        Instant begin = first == null ? null : first.spec().turn().begin();
        return begin == null
                ? 0
                : Math.max(0, Duration.between(now, begin).plusNanos(999_999).toMillis());
    }

    /** What a node does, in the order in which it does it. */
    List<LiveRow> live(NodeId node) {
        return live.getOrDefault(node, List.of());
    }

    /** As in the sketch, but what jobs have had counts for those that stand for them. */
    private Served served() {
        Served told = sketch.served();
        Map<Owner, Served.Jobs> jobs = new TreeMap<>();
        told.jobs().forEach((owner, known) -> {
            Map<JobId, Double> beyond = new TreeMap<>();
            known.weighed()
                    .beyond()
                    .forEach((job, minutes) -> beyond.merge(partOf.getOrDefault(job, job), minutes, Double::sum));
            Served.Line<JobId> line = new Served.Line<>(known.weighed().total(), beyond);
            jobs.put(owner, new Served.Jobs(line, known.others()));
        });
        return new Served(told.owners(), told.types(), jobs);
    }

    private StoredGrid grid(List<StoredJob> jobs) {
        NavigableMap<String, String> changed = changed();
        // Nothing is lost by silence on its own and no call ends by itself; tasks are in lots already.
        changed.put(Setting.LOST_AFTER.word(), "3650d");
        changed.put(Setting.LONG_CALL.word(), "3649d");
        changed.put(Setting.COLLECT_TIME.word(), "0ms");
        changed.put(Setting.CHUNK_TASKS.word(), "1");
        // What is like a job that was taken is taken, too.
        changed.remove(Setting.ARRAY_LIMIT.word());
        List<NodeRow> rows = new ArrayList<>();
        List<RefusalRow> refusals = new ArrayList<>();
        SortedMap<NodeId, NodeBelief> beliefs = new TreeMap<>();
        for (SketchedNode node : nodes) {
            rows.add(node.row());
            refusals.addAll(node.refusals());
            if (node.belief() != null) {
                beliefs.put(node.id(), node.belief());
            }
        }
        long nextNode = nodes.isEmpty() ? 1 : nodes.get(nodes.size() - 1).id().value() + 1;
        return new StoredGrid(
                sketch.nextJob(),
                nextNode,
                jobs,
                rows,
                refusals,
                List.of(),
                List.of(),
                changed,
                new StoredBeliefs(beliefs, new TreeMap<>(sketch.types())));
    }

    private StoredJob job(Part part, Map<TaskId, Double> ran) {
        SketchedJob first = sketch.jobs().get(part.id());
        if (first == null) {
            throw new IllegalStateException("no job " + part.id());
        }
        TreeSet<Integer> running = new TreeSet<>();
        first.live().forEach(one -> running.add(one.row().attempt().ordinal()));
        Map<Integer, Integer> places = new HashMap<>();
        for (int ordinal : running) {
            places.put(ordinal, places.size() + 1);
        }
        SortedMap<Integer, TaskRecord> records = new TreeMap<>();
        List<LiveRow> rows = new ArrayList<>();
        for (SketchedJob.Running one : first.live()) {
            LiveRow row = one.row();
            int place = places.getOrDefault(row.attempt().ordinal(), 0);
            int number = row.attempt().number();
            AttemptId there = new AttemptId(new TaskId(part.id(), place), number);
            LiveRow moved = new LiveRow(there, row.node(), row.lane(), row.at(), row.since());
            rows.add(moved);
            noteUse(row, moved.attempt());
            live.computeIfAbsent(row.node(), node -> new ArrayList<>()).add(moved);
            records.merge(place, TaskRecord.UNTRIED.assigned(number), (known, more) -> known.assigned(number));
        }
        for (int place = 1; place <= part.singles(); place++) {
            if (part.ran(place) > 0) {
                ran.put(new TaskId(part.id(), place), part.ran(place));
            }
        }
        SortedMap<TaskState, Ordinals> states = new TreeMap<>();
        if (first.tasks().ready() == 0 && part.lots() > 0) {
            states.put(TaskState.WAITING, Ordinals.range(part.singles() + 1, part.singles() + part.lots()));
        }
        if (part.stuck()) {
            states.put(TaskState.PAUSED, Ordinals.one(part.tasks()));
        }
        return new StoredJob(
                part.id(),
                first.owner(),
                first.submitted(),
                spec(first.spec(), part),
                first.brake(),
                states,
                records,
                rows,
                List.of());
    }

    private void noteUse(LiveRow row, AttemptId moved) {
        SketchedNode node = sketch.nodes().get(row.node());
        Duration cpu = node == null ? null : node.load().cpu().get(row.attempt());
        if (cpu != null) {
            used.put(moved, cpu);
        }
    }

    /** Like tasks, of which none is given up: machines leave here, tasks do not fail. */
    private JobSpec spec(JobSpec spec, Part part) {
        Map<JobId, Predecessor> after = new LinkedHashMap<>();
        for (Predecessor one : spec.turn().after()) {
            // Those that are not open have come to their end; of the others all tasks count, for they are in lots.
            JobId before = partOf.get(one.job());
            if (before != null) {
                after.put(before, new Predecessor(before, new Ordinals(List.of()), false, one.when()));
            }
        }
        Turn own = spec.turn();
        int weight = own.weight() == Turn.USUAL.weight()
                ? own.weight()
                : (int) Math.min(
                        Turn.HEAVIEST, (long) own.weight() * part.members().size());
        Turn turn = own.after(List.copyOf(after.values())).with(own.priority(), weight, own.begin());
        JobLimits limits = limits(spec.limits());
        JobLimits narrow = part.width() == 0
                ? limits
                : new JobLimits(
                        null,
                        limits.maxFailures(),
                        limits.maxLost(),
                        limits.stopAfter(),
                        true,
                        part.width(),
                        limits.copies(),
                        limits.expected(),
                        null);
        return spec.like(new ArrayShape.Range(1, part.tasks(), 1), narrow, turn);
    }

    JobLimits limits(JobLimits own) {
        int ever = Integer.MAX_VALUE;
        return new JobLimits(null, ever, ever, ever, true, own.atMost(), own.copies(), own.expected(), null);
    }
}
