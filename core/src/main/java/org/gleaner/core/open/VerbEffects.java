package org.gleaner.core.open;

import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.KeptText;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.Brake;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Piece;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Remark;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.job.Turn;
import org.gleaner.core.pool.GridNode;
import org.gleaner.core.pool.LiveAttempt;
import org.gleaner.core.pool.Nodes;

/** The events of verbs, collected over the selected jobs. */
final class VerbEffects {
    private final OpenJobs jobs;
    private final Nodes nodes;
    private final Instant now;
    private final List<GridEvent> events = new ArrayList<>();
    private final List<Piece> then = new ArrayList<>();

    private final Command.ChangeJobs command;
    private final Precedence precedence;
    /** Tasks that this command puts back, by job: what waits for them may be put back too. */
    private final TreeMap<JobId, BitSet> reviving = new TreeMap<>();
    /** Tasks that this command cancels, by job: what waits for them is cancelled too. */
    private final TreeMap<JobId, BitSet> cancelling = new TreeMap<>();

    VerbEffects(OpenJobs jobs, Nodes nodes, Command.ChangeJobs command, Instant now) {
        this.jobs = jobs;
        this.nodes = nodes;
        this.now = now;
        this.command = command;
        this.precedence = new Precedence(jobs, now);
    }

    List<GridEvent> events() {
        return events;
    }

    List<Piece> then() {
        return then;
    }

    /** @param also whether the command deletes this one as well */
    Optional<Rejection> delete(Selection.Part part, Predicate<JobId> also) {
        OpenJob job = part.job();
        if (!part.hasAll()) {
            return Optional.of(onlyWholeJobs(job.id()));
        }
        int toRun = toRun(job);
        if (toRun > 0) {
            return Optional.of(
                    new Rejection.IllegalTransition(job.id(), "delete", new Rejection.Obstacle.StillToRun(toRun)));
        }
        boolean untold = jobs.untold().contains(job.id());
        for (JobId id : jobs.dependants().of(job.id())) {
            if (!also.test(id) && (untold || waits(jobs.open(id), job))) {
                return Optional.of(
                        new Rejection.IllegalTransition(job.id(), "delete", new Rejection.Obstacle.Awaited(id)));
            }
        }
        Optional<Rejection> taken = taken(job.id(), also);
        if (taken.isPresent()) {
            return taken;
        }
        for (LiveAttempt copy : job.live()) {
            AttemptReport stopped = AttemptReport.bare(copy.id(), Outcome.STOPPED, KeptText.SETTLED);
            events.add(Charging.end(job, stopped, copy.node(), now));
            then.add(new Piece.Wake(copy.node()));
        }
        events.add(new GridEvent.JobDeleted(job.id(), job.owner()));
        return Optional.empty();
    }

    /** Whether somebody who stays takes files of the job, so that it must stay. */
    Optional<Rejection> taken(JobId job, Predicate<JobId> also) {
        return new Takers(jobs)
                .of(job, also)
                .map(by -> new Rejection.IllegalTransition(job, "delete", new Rejection.Obstacle.Taken(by)));
    }

    static Rejection onlyWholeJobs(JobId job) {
        return new Rejection.IllegalTransition(job, "delete", Rejection.Obstacle.Plain.ONLY_WHOLE_JOBS_ARE_DELETED);
    }

    /** Tasks that go on without a person, also those that run nowhere at this moment. */
    private static int toRun(OpenJob job) {
        TaskStates states = job.states();
        int going = states.count(TaskState.READY) + states.count(TaskState.WAITING) + states.count(TaskState.RUNNING);
        return going > 0
                ? going
                : (int) job.live().stream().filter(live -> isWanted(job, live)).count();
    }

    /** Not a copy whose task another one has done, nor an attempt that is being stopped because it was cancelled. */
    private static boolean isWanted(OpenJob job, LiveAttempt live) {
        int ordinal = live.id().ordinal();
        return !job.states().is(ordinal, TaskState.DONE) && !job.states().is(ordinal, TaskState.CANCELLED);
    }

    private boolean waits(OpenJob job, OpenJob before) {
        BitSet unmet = precedence.unmetBy(job, before.id());
        return !job.states()
                .select(unmet, TaskState.WAITING, TaskState.PAUSED, TaskState.BLOCKED)
                .isEmpty();
    }

    Reply.JobChange change(Verb verb, Selection.Part part) {
        OpenJob job = part.job();
        BitSet wanted = part.ordinals();
        BitSet moving = applicable(verb, job, wanted);
        BitSet hopeless = verb == Verb.RETRY ? hopeless(job) : new BitSet();
        moving.andNot(hopeless);
        if (verb == Verb.RETRY && job.spec().hosting() != null && !job.isHosted()) {
            // Nobody would merge what they find.
            moving.clear();
        }
        int left = wanted.cardinality() - moving.cardinality();
        Remark remark = verb == Verb.RETRY ? leftBy(job, wanted, moving, hopeless) : Remark.Plain.NONE;
        if (part.whole() && job.isGrowing()) {
            grower(verb, job, moving.isEmpty());
        }
        if (!moving.isEmpty()) {
            Ordinals ordinals = Ordinals.of(moving);
            move(verb, job, moving);
            follow(verb, job, ordinals);
        }
        if (verb == Verb.RETRY || verb == Verb.UNBLOCK) {
            int asked = askAgain(job);
            remark = remark == Remark.Plain.NONE && asked > 0 && moving.isEmpty()
                    ? new Remark.AskedAgain(asked)
                    : remark;
        }
        return new Reply.JobChange(job.id(), moving.cardinality(), left, remark);
    }

    /** Who cancels a whole job wants no more of it; one without tasks is let go so that those to come may start. */
    private void grower(Verb verb, OpenJob job, boolean movesNone) {
        Turn turn = job.spec().turn();
        if (verb == Verb.CANCEL) {
            events.add(new GridEvent.JobSealed(job.id()));
        } else if (verb == Verb.RESUME && movesNone && turn.paused()) {
            events.add(GridEvent.JobAdjusted.to(job.id(), job.spec().withTurn(turn.released())));
        }
    }

    /** What {@link Consequences} will cancel because of what this command cancels, as far as the caller may know. */
    List<Reply.JobChange> alsoCancelled() {
        List<Reply.JobChange> also = new ArrayList<>();
        TreeSet<JobId> left = new TreeSet<>(cancelling.keySet());
        // A job waits only for older ones, so each is reached after all that it waits for.
        for (JobId id = left.pollFirst(); id != null; id = left.pollFirst()) {
            BitSet gone = cancelling.getOrDefault(id, new BitSet());
            for (JobId dependant : jobs.dependants().of(id)) {
                OpenJob job = jobs.open(dependant);
                BitSet known = cancelling.getOrDefault(dependant, new BitSet());
                BitSet doomed =
                        precedence.doomed(job, id, gone, jobs.dependants().links(dependant, id));
                doomed.andNot(known);
                if (doomed.isEmpty()) {
                    continue;
                }
                if (command.caller().mayTouch(job.owner())) {
                    int tasks = doomed.cardinality();
                    also.add(new Reply.JobChange(dependant, tasks, 0, new Remark.Followed(id, tasks)));
                }
                doomed.or(known);
                cancelling.put(dependant, doomed);
                left.add(dependant);
            }
        }
        return also;
    }

    /** Somebody has fixed something: nodes that could not start such tasks may try again. */
    private int askAgain(OpenJob job) {
        int asked = 0;
        for (GridNode node : nodes.values()) {
            if (node.refusals().containsKey(job.recipe())) {
                events.add(new GridEvent.RecipeTrusted(node.id(), job.recipe()));
                asked++;
            }
        }
        return asked;
    }

    /** Tasks that go on do so where they may: what others must be done before, or is too early, waits. */
    private void move(Verb verb, OpenJob job, BitSet moving) {
        BitSet waiting = new BitSet();
        Turn turn = job.spec().turn();
        if (target(verb) == TaskState.READY && (!turn.after().isEmpty() || turn.isBeforeBegin(now))) {
            waiting = job.states()
                    .select(
                            precedence.unmet(job),
                            TaskState.WAITING,
                            TaskState.PAUSED,
                            TaskState.BLOCKED,
                            TaskState.CANCELLED);
            waiting.and(moving);
        }
        if (target(verb) == TaskState.READY && turn.paused()) {
            events.add(GridEvent.JobAdjusted.to(job.id(), job.spec().withTurn(turn.released())));
        }
        BitSet rest = (BitSet) moving.clone();
        rest.andNot(waiting);
        if (!waiting.isEmpty()) {
            events.add(new GridEvent.TasksMoved(job.id(), Ordinals.of(waiting), TaskState.WAITING));
        }
        if (!rest.isEmpty()) {
            events.add(new GridEvent.TasksMoved(job.id(), Ordinals.of(rest), target(verb)));
        }
        if (verb == Verb.RETRY) {
            reviving.put(job.id(), moving);
        } else if (verb == Verb.CANCEL) {
            cancelling.put(job.id(), moving);
        }
    }

    private BitSet hopeless(OpenJob job) {
        if (job.spec().turn().after().isEmpty()) {
            return new BitSet();
        }
        return precedence.hopeless(job, command.predecessors(), reviving);
    }

    private Remark leftBy(OpenJob job, BitSet wanted, BitSet moving, BitSet hopeless) {
        BitSet stopping = job.states().select(wanted, TaskState.CANCELLED);
        stopping.andNot(moving);
        stopping.andNot(hopeless);
        if (!stopping.isEmpty()) {
            return new Remark.Stopping(stopping.cardinality());
        }
        BitSet waiting = (BitSet) hopeless.clone();
        waiting.and(wanted);
        if (waiting.isEmpty()) {
            return Remark.Plain.NONE;
        }
        int tasks = waiting.cardinality();
        return precedence
                .nothingFails(job.spec(), reviving)
                .<Remark>map(before -> new Remark.NothingFailed(before, tasks))
                .orElseGet(() -> new Remark.AfterCancelled(tasks));
    }

    private static TaskState target(Verb verb) {
        return switch (verb) {
            case CANCEL -> TaskState.CANCELLED;
            case PAUSE -> TaskState.PAUSED;
            case BLOCK -> TaskState.BLOCKED;
            default -> TaskState.READY;
        };
    }

    private static BitSet applicable(Verb verb, OpenJob job, BitSet wanted) {
        TaskStates states = job.states();
        switch (verb) {
            case CANCEL:
                return states.select(
                        wanted,
                        TaskState.WAITING,
                        TaskState.READY,
                        TaskState.RUNNING,
                        TaskState.PAUSED,
                        TaskState.BLOCKED);
            case PAUSE:
                return states.going(wanted);
            case RESUME:
                BitSet resumed = states.select(wanted, TaskState.PAUSED);
                resumed.or(states.running(wanted, TaskState.PAUSED));
                return resumed;
            case BLOCK:
                BitSet blocking =
                        states.select(wanted, TaskState.WAITING, TaskState.READY, TaskState.RUNNING, TaskState.PAUSED);
                blocking.andNot(states.running(wanted, TaskState.BLOCKED));
                return blocking;
            case UNBLOCK:
                BitSet unblocked = states.select(wanted, TaskState.BLOCKED);
                unblocked.or(states.running(wanted, TaskState.BLOCKED));
                return unblocked;
            default:
                return retried(job, wanted);
        }
    }

    /** Blocked and cancelled tasks; and those that the job's own brake paused, as a retry means "go on". */
    private static BitSet retried(OpenJob job, BitSet wanted) {
        BitSet found = job.states().select(wanted, TaskState.BLOCKED, TaskState.CANCELLED);
        for (LiveAttempt attempt : job.live()) {
            found.clear(attempt.id().ordinal());
        }
        found.or(job.states().running(wanted, TaskState.BLOCKED));
        if (!job.brake().note().isEmpty()) {
            found.or(job.states().select(wanted, TaskState.PAUSED));
            found.or(job.states().running(wanted, TaskState.PAUSED));
        }
        return found;
    }

    private void follow(Verb verb, OpenJob job, Ordinals ordinals) {
        switch (verb) {
            case CANCEL -> job.nodesRunning(ordinals).forEach(node -> then.add(new Piece.Wake(node)));
            case BLOCK -> excuse(job, ordinals.count());
            case RESUME -> releaseBrake(job, job.states().count(TaskState.BLOCKED));
            case UNBLOCK, RETRY -> {
                events.add(new GridEvent.CountersReset(job.id(), ordinals));
                BitSet blocked = job.states().select(ordinals.toBits(), TaskState.BLOCKED);
                releaseBrake(job, job.states().count(TaskState.BLOCKED) - blocked.cardinality());
            }
            default -> {}
        }
    }

    /** What a person blocks says nothing about the job: its brake does not count it. */
    private void excuse(OpenJob job, int tasks) {
        Brake brake = job.brake();
        events.add(new GridEvent.BrakeSet(
                job.id(), new Brake(brake.firstFailures(), brake.blockedBefore() + tasks, brake.note())));
    }

    private void releaseBrake(OpenJob job, int blockedLeft) {
        int counted = job.brake().firstFailures() == Brake.RELEASED ? Brake.RELEASED : 0;
        Brake released = new Brake(counted, blockedLeft, "");
        if (!released.equals(job.brake())) {
            events.add(new GridEvent.BrakeSet(job.id(), released));
        }
    }

    void refresh(OpenJob job, Command.FreshFiles fresh) {
        events.add(new GridEvent.FilesRefreshed(job.id(), fresh.inputs(), fresh.pages()));
    }
}
