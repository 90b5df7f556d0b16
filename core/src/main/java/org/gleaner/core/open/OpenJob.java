package org.gleaner.core.open;

import java.time.Instant;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.grid.Brake;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.grid.StoredJob.LiveRow;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.Hosting;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Recipe;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.job.Turn;
import org.gleaner.core.message.Start;
import org.gleaner.core.pool.GridNode;
import org.gleaner.core.pool.LiveAttempt;
import org.gleaner.core.pool.Matches;
import org.jspecify.annotations.Nullable;

/**
 * A job that is not closed. Objects exist only for tasks that were tried; all else is bits. Very many jobs wait
 * untried, so what a job does not have yet takes no room either. Changed by {@link JobWriter} alone.
 */
public final class OpenJob {
    private final JobId id;
    private final Owner owner;
    private final Instant submitted;
    private final TypeKey type;
    private JobSpec spec;
    private Brake brake;
    private final TaskStates states;
    /** Of tasks that were tried; looked up at every step, and in no order. */
    private final Map<Integer, TaskRecord> records = new HashMap<>();

    private LiveAttempts live = LiveAttempts.NONE;
    private final AcceptedResults accepted;

    /** What follows from the specification. */
    private Recipe recipe;

    /** Soft: shared with the jobs that need the same. */
    private Matches.@Nullable Wanted wanted;

    /** Soft: what ended since consequences were last drawn. */
    private int succeededLately;

    private int failedLately;
    private boolean refusedLately;

    /** Soft: the failures since the last success. */
    private int failuresInARow;

    private Set<Integer> failedInARow = Collections.emptySet();

    /** Soft: what nobody that waits for this job has been told yet. */
    private News news = new News();

    /** Soft: what some of those have been told, in the order of their ids, and others not yet; null: nothing. */
    private @Nullable Telling telling;

    /** @param last the last job that was told */
    private record Telling(News news, JobId last) {}

    private PastRuns past = PastRuns.NONE;

    /** Soft: for so many each of its tasks stands that was never lost; more than one where somebody looks ahead. */
    private int lot = 1;

    /** Soft: it goes before other jobs of its owner, the earlier the sooner; null: in its usual turn. */
    private @Nullable Instant startBy;

    /** Soft: why the last checkpoint of its host was not taken; null: it was. */
    private Rejection.@Nullable QuotaExceeded cramped;

    OpenJob(JobId id, Owner owner, Instant submitted, JobSpec spec) {
        this.id = id;
        this.owner = owner;
        this.submitted = submitted;
        this.type = new TypeKey(owner, spec.type());
        this.spec = spec;
        this.recipe = Recipe.of(id, type, spec);
        this.brake = Brake.NEW;
        this.states = new TaskStates(spec.tasks());
        this.accepted = new AcceptedResults(spec.tasks());
    }

    static OpenJob from(StoredJob stored) {
        OpenJob job = new OpenJob(stored.id(), stored.owner(), stored.submitted(), stored.spec());
        job.brake = stored.brake();
        stored.states().forEach((state, ordinals) -> job.states.load(ordinals, state));
        job.records.putAll(stored.records());
        stored.accepted().forEach(row -> job.accepted.put(row.ordinal(), row.attempt(), row.digest()));
        for (LiveRow row : stored.live()) {
            job.live = job.live.with(new LiveAttempt(row));
            job.states.loadRunning(row.attempt().ordinal());
        }
        job.states.places(job.live.lanes());
        return job;
    }

    public StoredJob stored() {
        List<LiveRow> rows = live.all().stream().map(LiveAttempt::row).toList();
        return new StoredJob(
                id, owner, submitted, spec, brake, states.stored(), new TreeMap<>(records), rows, accepted.rows());
    }

    public JobId id() {
        return id;
    }

    public Owner owner() {
        return owner;
    }

    public Instant submitted() {
        return submitted;
    }

    public JobSpec spec() {
        return spec;
    }

    public TypeKey type() {
        return type;
    }

    /** What a node refuses if it can't start a task of it. */
    public Recipe recipe() {
        return recipe;
    }

    /** Whether no task of it was ever given to a node. */
    public boolean isUntried() {
        return records.isEmpty() && live.size() == 0 && states.count(TaskState.DONE) == 0;
    }

    /** What it demands of a node; known as soon as it is among the open jobs. */
    public Matches.Wanted wanted() {
        return Objects.requireNonNull(wanted, "the job is not among the open ones");
    }

    /** Whether its tasks could run on nodes like this one when all of it is free. */
    public boolean fits(GridNode node) {
        return node.fits(wanted(), spec.type());
    }

    void want(Matches.Wanted demand) {
        wanted = demand;
    }

    public Brake brake() {
        return brake;
    }

    public TaskStates states() {
        return states;
    }

    public AcceptedResults accepted() {
        return accepted;
    }

    public TaskRecord record(int ordinal) {
        return records.getOrDefault(ordinal, TaskRecord.UNTRIED);
    }

    /** Whether the task is blocked because it has used up its tries. */
    public boolean hasFailed(int ordinal) {
        return states.is(ordinal, TaskState.BLOCKED) && Charging.isUsedUp(record(ordinal), spec.limits());
    }

    /** Its live attempts in the order of their ids; a copy. */
    public Collection<LiveAttempt> live() {
        return live.all();
    }

    public boolean hasLive() {
        return live.size() > 0;
    }

    /** Whether nothing of it will ever run again, unless somebody wants it to. */
    public boolean hasEnded() {
        return states.allFinal() && !hasLive() && !isGrowing();
    }

    /** Whether more tasks may come to it. */
    public boolean isGrowing() {
        return spec.isGrowing();
    }

    /** Whether its tasks are units of a problem that goes on. */
    public boolean isHosted() {
        Hosting hosting = spec.hosting();
        return hosting != null && hosting.isOpen() && isGrowing();
    }

    /** Why its host makes no more units, if what it made last was too much. */
    public Rejection.@Nullable QuotaExceeded cramped() {
        return isHosted() ? cramped : null;
    }

    void cramp(Rejection.@Nullable QuotaExceeded why) {
        cramped = why;
    }

    /** The live attempts of one task, oldest first. */
    public Collection<LiveAttempt> live(int ordinal) {
        return live.of(ordinal);
    }

    @Nullable
    public LiveAttempt live(AttemptId attempt) {
        return live.get(attempt);
    }

    public int succeededLately() {
        return succeededLately;
    }

    public int failedLately() {
        return failedLately;
    }

    /** Failed attempts since one succeeded, or since somebody let the job go on. */
    public int failuresInARow() {
        return failuresInARow;
    }

    /** Of how many tasks those attempts were. */
    public int tasksInARow() {
        return failedInARow.size();
    }

    public boolean refusedLately() {
        return refusedLately;
    }

    /** What is being told: as long as some have not heard it, what came to be since is kept for another round. */
    News news() {
        return telling == null ? news : telling.news;
    }

    /** What those that wait for this job are being told was cancelled. */
    public BitSet cancelledLately() {
        return news().cancelled(states);
    }

    /** Whether those that wait for this job have something to hear. */
    public boolean hasNews() {
        return telling != null || !news.isEmpty();
    }

    /** The last one of those that wait for this job that has heard the news; null: none has. */
    public @Nullable JobId toldLast() {
        return telling == null ? null : telling.last;
    }

    void recall() {
        news.recall();
    }

    /** @param last the last one that was told; null: all were */
    void told(@Nullable JobId last) {
        News current = news();
        if (telling == null && !news.isEmpty()) {
            news = new News();
        }
        telling = last == null ? null : new Telling(current, last);
    }

    void move(Ordinals ordinals, TaskState to) {
        states.moveAll(ordinals, to);
        states.places(live.lanes());
        past.all().keySet().forEach(one -> past.refresh(one, states.is(one, TaskState.READY)));
        if (to == TaskState.CANCELLED) {
            news.cancelled(ordinals);
        }
    }

    public PastRuns past() {
        return past;
    }

    /** A task had run for so long, in minutes normalised by speed, when it was lost. */
    void noteRun(int ordinal, double minutes) {
        past = past.with(ordinal, minutes, states.is(ordinal, TaskState.READY));
    }

    /** Whether a task is ready that was never lost, and need not wait for one that was. */
    public boolean hasFresh() {
        return isOneFirst() ? past.ready() == 0 : states.count(TaskState.READY) > past.ready();
    }

    /** Whether one task goes first and the others wait for its success: their owner wants it, and none is done yet. */
    public boolean isOneFirst() {
        return spec.limits().canary() && states.count(TaskState.DONE) == 0;
    }

    /** Whether the task that went first just failed for good: until the job is paused for that, no other follows it. */
    private boolean hasFirstFailed() {
        return isOneFirst() && brake.note().isEmpty() && states.count(TaskState.BLOCKED) > brake.blockedBefore();
    }

    /** The task that goes first: the one that runs, else one that was lost, else the first that is ready; -1: none. */
    public int canary() {
        int running = states.next(TaskState.RUNNING, 1);
        return running > 0 ? running : past.ready() > 0 ? past.first() : states.next(TaskState.READY, 1);
    }

    /** Whether a task of it could be started: one is ready and the job may have one more live attempt. */
    public boolean isOfferable() {
        return states.count(TaskState.READY) > 0 && mayHaveOneMore();
    }

    /** How many of its ready tasks could be started now if there were a node for each. */
    public int startable() {
        int ready = states.count(TaskState.READY);
        if (isOneFirst()) {
            return Math.min(ready, live.size() == 0 && !hasFirstFailed() ? 1 : 0);
        }
        int atMost = spec.limits().atMost();
        int tasks = atMost == 0 ? ready : Math.max(0, Math.min(ready, atMost - live.size()));
        return lot == 1 ? tasks : tasks + Math.max(0, tasks - past.ready()) * (lot - 1);
    }

    /** How many of its tasks are not over, each for as many as it stands for. */
    public int left() {
        return (states.size() - states.count(TaskState.DONE) - states.count(TaskState.CANCELLED)) * lot;
    }

    /** When it would have to start to be done by its deadline; null: it has not to hurry. */
    public @Nullable Instant startBy() {
        return startBy;
    }

    void urge(@Nullable Instant changed) {
        startBy = changed;
    }

    /** Whether each of its tasks stands for several. */
    public boolean isInLots() {
        return lot > 1;
    }

    void lot(int tasks) {
        lot = tasks;
    }

    /**
     * How many of its tasks run: those that wait in a lane until others there are done do not, and of a task's copies
     * one counts.
     */
    public int running() {
        int running = states.count(TaskState.RUNNING);
        return running - TaskCounts.queued(running, live.lanes());
    }

    /** Whether it has a weight of its own among the jobs of its owner. */
    public boolean isWeighed() {
        return spec.turn().weight() != Turn.USUAL.weight();
    }

    /** Whether its owner allows one more live attempt at once: of a task that goes first there is one. */
    public boolean mayHaveOneMore() {
        if (hasFirstFailed()) {
            return false;
        }
        int atMost = isOneFirst() ? 1 : spec.limits().atMost();
        return atMost == 0 || live.size() < atMost;
    }

    /** The order to run one of its attempts; listed entries are filled in from the store. */
    public Start start(LiveAttempt attempt) {
        Entry entry = spec.array().entry(attempt.id().ordinal());
        return new Start(attempt.id(), attempt.lane(), spec, entry, owner);
    }

    void setSpec(JobSpec changed) {
        spec = changed;
        recipe = Recipe.of(id, type, spec);
    }

    /** More tasks come; nothing else follows from that. */
    void grow(int more, TaskState state) {
        spec = spec.grown(more);
        accepted.grow(spec.tasks());
        states.grow(more, state);
    }

    void seal() {
        spec = spec.asSealed();
        news.sealed();
    }

    void setBrake(Brake changed) {
        if (!changed.note().equals(brake.note())) {
            forgetFailures();
        }
        brake = changed;
    }

    private void forgetFailures() {
        failuresInARow = 0;
        failedInARow = Collections.emptySet();
    }

    void assign(LiveAttempt attempt) {
        int ordinal = attempt.id().ordinal();
        records.put(ordinal, record(ordinal).assigned(attempt.id().number()));
        addLive(attempt);
    }

    void revive(LiveAttempt attempt, TaskRecord record) {
        records.put(attempt.id().ordinal(), record);
        addLive(attempt);
    }

    private void addLive(LiveAttempt attempt) {
        live = live.with(attempt);
        if (!states.of(attempt.id().ordinal()).isFinal()) {
            states.run(attempt.id().ordinal());
            past.refresh(attempt.id().ordinal(), false);
        }
        states.places(live.lanes());
    }

    void end(GridEvent.AttemptEnded event) {
        int ordinal = event.attempt().ordinal();
        boolean charged = event.record().failures() > record(ordinal).failures();
        live.remove(event.attempt());
        news.ended(event, !states.is(ordinal, TaskState.DONE));
        if (event.then() != TaskState.DONE) {
            records.put(ordinal, event.record());
        } else if (!states.is(ordinal, TaskState.DONE)) {
            accepted.put(ordinal, event.attempt().number(), event.report().digest());
            records.remove(ordinal);
        }
        states.end(ordinal, event.then());
        states.places(live.lanes());
        if (event.then().isFinal()) {
            past.forget(ordinal);
        } else {
            past.refresh(ordinal, event.then() == TaskState.READY);
        }
        tally(event, charged);
    }

    /** @param charged whether the task has one more failure: what may be its node's fault says nothing of the job */
    private void tally(GridEvent.AttemptEnded event, boolean charged) {
        Outcome outcome = event.report().outcome();
        if (outcome == Outcome.DONE) {
            succeededLately++;
            forgetFailures();
        } else if (outcome == Outcome.NOT_STARTABLE) {
            refusedLately = true;
        } else if (outcome.isFinished() && charged) {
            failedLately++;
            failuresInARow++;
            failedInARow = failedInARow.isEmpty() ? new HashSet<>() : failedInARow;
            failedInARow.add(event.attempt().ordinal());
        }
    }

    void resetCounters(Ordinals ordinals) {
        forgetFailures();
        records.replaceAll((ordinal, record) -> ordinals.contains(ordinal) ? record.counted(0, 0) : record);
    }

    void settle() {
        succeededLately = 0;
        failedLately = 0;
        refusedLately = false;
    }

    /** Nodes that run attempts of these tasks. */
    public List<NodeId> nodesRunning(Ordinals ordinals) {
        return live.all().stream()
                .filter(one -> ordinals.contains(one.id().ordinal()))
                .map(LiveAttempt::node)
                .distinct()
                .toList();
    }
}
