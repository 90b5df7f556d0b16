package org.gleaner.core.ahead;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongFunction;
import java.util.random.RandomGenerator;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.StoredJob.LiveRow;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.image.SketchedJob;
import org.gleaner.core.image.SketchedNode;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.Turn;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.observer.Minutes;
import org.gleaner.core.observer.NodeBelief;
import org.gleaner.core.observer.Stay;
import org.gleaner.core.observer.StayChances;
import org.gleaner.core.step.GridState;
import org.jspecify.annotations.Nullable;

/**
 * One of the ways in which things may go, drawn from what is believed: how long machines stay and are away, how long
 * tasks take, unless a formula says that. What is drawn for a machine or a task depends on nothing else, so that rules
 * that are tried on the same future meet the same. Confined to one thread.
 */
final class Future implements Course, Witness {
    private static final double MILLIS = 60_000;

    /** Of so many tasks a job that is still to come consists at most, whatever they stand for. */
    private static final int MOST_COMING = 64;

    private static final long ARRIVALS = 0x61727269L;

    /** The further ahead, the less does it matter when somebody looks around. */
    private static final int LOOKS = 30;

    private static final long LONGEST_PAUSE = 6 * 60 * 60_000L;

    /** If no open job got ahead for so long, in milliseconds, and for longer than all before took, none ever will. */
    private static final long LONGEST_REST = 4 * 24 * 60 * 60_000L;

    /**
     * So many steps, such as starts and boots, are looked at, and some more for each machine. Where machines come and
     * go by the minute, a task of weeks would begin again and again for a year.
     */
    private static final int MOST_STEPS = 60_000;

    private static final int STEPS_PER_MACHINE = 20;

    /** A machine that calls tells of all that it holds; so much of it is as much trouble as a start. */
    private static final int HELD_PER_STEP = 50;

    private final Outset outset;
    private final long seed;
    private final AttemptTimes runs;
    private final LongFunction<RandomGenerator> chances;
    private final GridState state;
    private final Map<JobId, Part> parts;
    private final Newcomers newcomers;
    private final Map<JobId, Lots> lots = new HashMap<>();
    private final Map<JobId, PartProgress> progress = new HashMap<>();
    private final Map<AttemptId, Double> takes = new HashMap<>();
    private final Crowd crowd = new Crowd();
    private final DrawnStays[] lives;
    private int partsLeft;
    private int openTasks;
    private int starts;
    private int boots;
    /** How many attempts machines told of that they hold, each time that they called. */
    private long told;

    /** When one of the open jobs last got ahead, or may begin. */
    private long moved;

    /** @param chances streams of chance by number */
    Future(Outset outset, long seed, SharedLuck luck, LongFunction<RandomGenerator> chances) {
        this.outset = outset;
        this.seed = seed;
        this.chances = chances;
        this.runs = outset.estimator()
                .<AttemptTimes>map(formula -> new EstimatedRuns(outset, formula))
                .orElseGet(() -> new DrawnRuns(outset, seed, luck, chances));
        this.state = outset.begin(runs.longer());
        this.parts = new HashMap<>(outset.parts());
        this.newcomers = new Newcomers(
                outset.sketch().arrivals().lately(), outset.now(), chances.apply(Scatter.of(seed ^ ARRIVALS)));
        List<SketchedNode> nodes = outset.nodes();
        this.lives = new DrawnStays[nodes.size()];
        for (int machine = 0; machine < lives.length; machine++) {
            lives[machine] = lives(nodes.get(machine));
        }
        for (Part part : outset.parts().values()) {
            lots.put(part.id(), new Lots(part));
            PartProgress one = new PartProgress(part);
            progress.put(part.id(), one);
            partsLeft += one.isOpen() ? 1 : 0;
            openTasks += part.tasks() - (part.stuck() ? 1 : 0);
            crowd.come(part.type().owner(), part.singles() + part.waiting(), 0);
            moved = Math.max(moved, outset.begins(part));
        }
        noteRuns();
    }

    /** By its own number: what is drawn for it does not depend on who else is there. */
    private DrawnStays lives(SketchedNode node) {
        NodeBelief belief = node.belief() == null ? NodeBelief.NEW : node.belief();
        double age = belief.presence().minutes(outset.now());
        StayChances stays = StayChances.of(
                belief, isPresent(node) ? age : 0, outset.survey().hazard());
        double away = Math.max(0, Minutes.of(Duration.between(node.seen(), outset.now())));
        RandomGenerator random =
                chances.apply(Scatter.of(Scatter.of(seed) + node.id().value()));
        DoubleUnaryOperator absence = more -> outset.sketch().absences().left(node.id(), more, random);
        return isPresent(node)
                ? DrawnStays.present(stays, age, absence, random)
                : DrawnStays.absent(stays, away, absence, random);
    }

    private static boolean isPresent(SketchedNode node) {
        return node.connected() && node.offered().slots() > 0;
    }

    /** What runs has run for so long already. */
    private void noteRuns() {
        for (int machine = 0; machine < lives.length; machine++) {
            for (LiveRow row : outset.live(outset.nodes().get(machine).id())) {
                double minutes = Minutes.of(Duration.between(row.at(), outset.now())) * outset.speed(machine);
                PartProgress of = progress.get(row.attempt().job());
                if (of != null) {
                    of.ranAtLeast(row.attempt().ordinal(), minutes);
                }
            }
        }
    }

    /** Goes there and tells what it saw; no further than this, in milliseconds. */
    Glimpse look(long horizon) {
        VirtualPool pool = new VirtualPool(state, outset.now(), outset.timeout(), this, chances.apply(seed), this);
        for (Part part : outset.parts().values()) {
            long begin = outset.begins(part);
            if (begin > 0) {
                // In a pool that has nothing else to do nobody else looks then.
                pool.at(begin, () -> pool.tell(new Command.Tick()));
            }
        }
        pool.run(horizon);
        Glimpse glimpse = new Glimpse(crowd);
        progress.values().forEach(one -> one.tell(glimpse));
        glimpse.count(starts);
        glimpse.block(blocked());
        return glimpse;
    }

    /** Also those that wait for them, as nobody acts here. */
    private Set<JobId> blocked() {
        Set<JobId> blocked = new HashSet<>(runs.blocked());
        for (SketchedJob job : outset.sketch().jobs().values()) {
            for (Predecessor one : blocked.isEmpty()
                    ? List.<Predecessor>of()
                    : job.spec().turn().after()) {
                if (blocked.contains(one.job()) && !one.is(Predecessor.When.FAILED)) {
                    blocked.add(job.id());
                }
            }
        }
        return blocked;
    }

    @Override
    public int machines() {
        return lives.length;
    }

    @Override
    public NodeId known(int machine) {
        return outset.nodes().get(machine).id();
    }

    @Override
    public @Nullable Present present(int machine) {
        SketchedNode node = outset.nodes().get(machine);
        return isPresent(node) ? new Present(node.id(), node.row().incarnation(), outset.live(node.id())) : null;
    }

    @Override
    public long begins(int machine, int life) {
        return lives[machine].begins(life);
    }

    @Override
    public long ends(int machine, int life) {
        return lives[machine].ends(life);
    }

    @Override
    public Introduction introduction(int machine, int life) {
        boots++;
        SketchedNode node = outset.nodes().get(machine);
        Capacity capacity =
                isPresent(node) && life == 0 ? node.offered() : node.row().capacity();
        return new Introduction(node.row().facts(), capacity, List.of(), new Stay("ahead-" + life, Duration.ZERO));
    }

    @Override
    public long takes(int machine, AttemptId attempt, long at) {
        Part part = parts.get(attempt.job());
        if (part == null) {
            throw new IllegalStateException("nobody supposed " + attempt);
        }
        int ordinal = attempt.ordinal();
        AttemptTimes.Begun one = new AttemptTimes.Begun(machine, attempt, at);
        double millis;
        if (part.isLot(ordinal)) {
            int task = part.lot(ordinal);
            Lots own = Objects.requireNonNull(lots.get(part.id()));
            int tasks = own.take(task, outset.speed(machine));
            millis = runs.lot(one, part, own.at(task), tasks);
        } else {
            double ran = Objects.requireNonNull(progress.get(part.id())).ran(ordinal);
            millis = runs.single(one, part, ran);
        }
        takes.put(attempt, millis);
        return Math.round(millis);
    }

    @Override
    public boolean isShared() {
        return runs.isShared();
    }

    @Override
    public long takesByNow(int machine, AttemptId attempt) {
        double millis = runs.byNow(machine, attempt);
        takes.put(attempt, millis);
        return Math.round(millis);
    }

    @Override
    public long pause(long now) {
        return Math.max((long) MILLIS, Math.min(LONGEST_PAUSE, now / LOOKS));
    }

    @Override
    public long arrives(int submission) {
        return newcomers.arrives(submission);
    }

    @Override
    public Command submission(int number) {
        PastArrivals.Arrival coming = newcomers.of(number);
        JobSpec like = coming.spec();
        JobSpec spec = new JobSpec(
                like.name(),
                like.type(),
                new CommandLine.Words(List.of("true")),
                new ArrayShape.Range(1, Math.min(MOST_COMING, like.tasks()), 1),
                List.of(),
                List.of(),
                like.needs(),
                outset.limits(like.limits()));
        Turn turn = new Turn(like.turn().priority(), like.turn().weight(), List.of(), null, false);
        return new Command.Submit(new Caller(coming.owner(), false), spec.withTurn(turn), List.of(), null, List.of());
    }

    @Override
    public void arrived(int submission, JobId job, long at) {
        PastArrivals.Arrival came = newcomers.of(submission);
        int own = Math.min(MOST_COMING, came.spec().tasks());
        int tasks = (int) Math.min(Integer.MAX_VALUE / 2, (long) came.spec().tasks() * newcomers.weight(submission));
        TypeKey type = new TypeKey(came.owner(), came.spec().type());
        Part part = new Part(job, new double[0], own, false, List.of(new Part.Member(job, type, tasks)), 0);
        parts.put(job, part);
        lots.put(job, new Lots(part));
        openTasks += own;
        crowd.come(came.owner(), tasks, at);
    }

    @Override
    public void started(int machine, AttemptId attempt, long at) {
        starts++;
        Part part = parts.get(attempt.job());
        PartProgress of = progress.get(attempt.job());
        moved = of == null ? moved : Math.max(moved, at);
        if (part != null && of != null && part.isLot(attempt.ordinal())) {
            of.beganLot(at);
        } else if (of != null) {
            of.began(at);
        }
    }

    @Override
    public void ended(int machine, AttemptId attempt, long from, long to, End end) {
        Part part = parts.get(attempt.job());
        Double millis = takes.remove(attempt);
        runs.ended(machine, attempt, to);
        if (part == null || millis == null || !part.isLot(attempt.ordinal())) {
            return;
        }
        PartProgress of = progress.get(part.id());
        if (of != null) {
            of.endedLot(to);
        }
        if (end == End.SUPERFLUOUS) {
            return;
        }
        int task = part.lot(attempt.ordinal());
        Lots own = Objects.requireNonNull(lots.get(part.id()));
        int all = own.take(task, 1);
        int done = end == End.USEFUL ? all : (int) (all * Math.min(0.999, (to - from) / Math.max(1, millis)));
        if (done > 0) {
            own.advance(task, done);
            crowd.go(part.type().owner(), done, (from + to) / 2);
            if (of != null) {
                of.advanced(done, from, to);
                partsLeft -= of.isOpen() || part.stuck() ? 0 : 1;
            }
        }
    }

    @Override
    public void done(AttemptId attempt, long at) {
        openTasks--;
        moved = progress.containsKey(attempt.job()) ? Math.max(moved, at) : moved;
        Part part = parts.get(attempt.job());
        PartProgress of = progress.get(attempt.job());
        if (part != null && of != null && !part.isLot(attempt.ordinal())) {
            of.single(at);
            crowd.go(part.type().owner(), 1, at);
            partsLeft -= of.isOpen() || part.stuck() ? 0 : 1;
        }
    }

    @Override
    public void called(int attempts) {
        told += attempts;
    }

    @Override
    public boolean hasOpenTasks() {
        return openTasks > 0;
    }

    @Override
    public boolean isOver(long now) {
        long steps = starts + boots + told / HELD_PER_STEP;
        return partsLeft == 0
                || now - moved > Math.max(LONGEST_REST, moved)
                || steps > MOST_STEPS + (long) STEPS_PER_MACHINE * lives.length;
    }
}
