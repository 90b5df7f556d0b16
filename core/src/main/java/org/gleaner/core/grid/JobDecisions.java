package org.gleaner.core.grid;

import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.store.StoredGrid.KeyRow;
import org.gleaner.core.store.StoredJob;

/** Decides what owners ask for: new jobs, and verbs on jobs they have. */
final class JobDecisions {
    private final GridState state;
    private final Instant now;

    JobDecisions(GridState state, Instant now) {
        this.state = state;
        this.now = now;
    }

    Decision submit(Address address, Command.Submit command) {
        SubmissionKey key = command.key();
        KeyRow earlier = key == null ? null : state.key(key);
        if (key != null && earlier != null) {
            if (earlier.key().fingerprint() != key.fingerprint()) {
                return new Decision.Refused(new Rejection.KeyReused(key.key()));
            }
            return Decision.reply(
                    address, new Reply.Submitted(earlier.job(), command.spec().tasks(), true));
        }
        List<String> violations = violations(command.spec(), command.pages());
        if (!violations.isEmpty()) {
            return new Decision.Refused(new Rejection.InvalidSpec(violations));
        }
        if (!command.missing().isEmpty()) {
            return new Decision.Refused(new Rejection.MissingBlobs(command.missing()));
        }
        JobId id = new JobId(state.nextJob);
        GridEvent event =
                new GridEvent.JobSubmitted(id, command.caller().owner(), now, command.spec(), command.pages(), key);
        Reply reply = new Reply.Submitted(id, command.spec().tasks(), false);
        return new Decision.Accepted(List.of(event), List.of(new AddressedReply(address, reply)), List.of());
    }

    private List<String> violations(JobSpec spec, List<EntryPage> pages) {
        List<String> violations = new ArrayList<>();
        int limit = state.settings.count(Setting.ARRAY_LIMIT);
        if (spec.tasks() > limit) {
            violations.add("it has " + spec.tasks() + " tasks, the server takes at most " + limit
                    + " in one job (setting array-limit)");
        }
        int wanted = spec.array() instanceof ArrayShape.Listed listed ? listed.size() : 0;
        if (!pagesCover(wanted, pages)) {
            violations.add("its entries do not add up to " + wanted);
        }
        String webhook = spec.feedback().webhook();
        if (webhook != null) {
            Webhooks.parse(state.settings.text(Setting.WEBHOOKS))
                    .objection(webhook)
                    .ifPresent(violations::add);
        }
        return violations;
    }

    /** Pages in order, all full but the last, together as many entries as the array has. */
    private static boolean pagesCover(int wanted, List<EntryPage> pages) {
        int entries = 0;
        for (int i = 0; i < pages.size(); i++) {
            boolean last = i == pages.size() - 1;
            if (pages.get(i).number() != i || (!last && pages.get(i).entries().size() != EntryPage.SIZE)) {
                return false;
            }
            entries += pages.get(i).entries().size();
        }
        return entries == wanted;
    }

    /** First opens again what a retry needs; then the verb meets only open jobs. */
    Decision change(Address address, Command.ChangeJobs command) {
        List<GridEvent> events = new ArrayList<>();
        List<Reply.JobChange> deleted = new ArrayList<>();
        for (StoredJob closed : command.closed()) {
            if (state.job(closed.id()) != null) {
                continue;
            }
            if (!command.caller().mayTouch(closed.owner())) {
                return new Decision.Refused(new Rejection.UnknownJob(closed.id()));
            }
            switch (command.verb()) {
                case RETRY -> events.add(new GridEvent.JobReopened(closed));
                case DELETE -> {
                    events.add(new GridEvent.JobDeleted(closed.id()));
                    deleted.add(new Reply.JobChange(closed.id(), closed.spec().tasks(), 0, ""));
                }
                default -> {
                    return new Decision.Refused(new Rejection.IllegalTransition(
                            closed.id(), command.verb().word(), "all its tasks are done or cancelled"));
                }
            }
        }
        if (!deleted.isEmpty()) {
            Reply reply = new Reply.Changed(command.verb(), deleted);
            return new Decision.Accepted(events, List.of(new AddressedReply(address, reply)), List.of());
        }
        return new Decision.Accepted(events, List.of(), List.of(new Command.ChangeOpenJobs(address, command)));
    }

    Decision changeOpen(Command.ChangeOpenJobs step) {
        Command.ChangeJobs command = step.change();
        Selection selection = Selection.of(state, command.caller(), command.selector());
        Optional<Rejection> refused = selection.refused();
        if (refused.isPresent()) {
            return new Decision.Refused(refused.get());
        }
        if (selection.parts().isEmpty()) {
            return new Decision.Refused(
                    new Rejection.NothingSelected(command.verb().word()));
        }
        Command.FreshFiles fresh = command.fresh();
        if (fresh != null && !fresh.missing().isEmpty()) {
            return new Decision.Refused(new Rejection.MissingBlobs(fresh.missing()));
        }
        VerbEffects effects = new VerbEffects(state);
        List<Reply.JobChange> changes = new ArrayList<>();
        for (Selection.Part part : selection.parts()) {
            if (command.verb() == Verb.DELETE) {
                Optional<Rejection> kept = effects.delete(part);
                if (kept.isPresent()) {
                    return new Decision.Refused(kept.get());
                }
                changes.add(
                        new Reply.JobChange(part.job().id(), part.job().states().size(), 0, ""));
            } else {
                changes.add(effects.change(command.verb(), part));
            }
            if (fresh != null) {
                effects.refresh(part.job(), fresh);
            }
        }
        AddressedReply reply = new AddressedReply(step.address(), new Reply.Changed(command.verb(), changes));
        return new Decision.Accepted(effects.events(), List.of(reply), effects.then());
    }

    /** Cancels every open job of an owner. */
    void cancelAll(Owner owner, List<GridEvent> events, List<Command.Step> then) {
        VerbEffects effects = new VerbEffects(state);
        Selection all = Selection.of(state, new Caller(owner, false), new Selector.All());
        all.parts().forEach(part -> effects.change(Verb.CANCEL, part));
        events.addAll(effects.events());
        then.addAll(effects.then());
    }

    /** The events of verbs, collected over the selected jobs. */
    private static final class VerbEffects {
        private final GridState state;
        private final List<GridEvent> events = new ArrayList<>();
        private final List<Command.Step> then = new ArrayList<>();

        VerbEffects(GridState state) {
            this.state = state;
        }

        List<GridEvent> events() {
            return events;
        }

        List<Command.Step> then() {
            return then;
        }

        Optional<Rejection> delete(Selection.Part part) {
            if (!part.whole()) {
                return Optional.of(new Rejection.IllegalTransition(
                        part.job().id(), "delete", "single tasks can't be deleted, only whole jobs"));
            }
            if (!part.job().live().isEmpty()) {
                return Optional.of(new Rejection.IllegalTransition(
                        part.job().id(), "delete", "tasks of it are still running; cancel it first"));
            }
            events.add(new GridEvent.JobDeleted(part.job().id()));
            return Optional.empty();
        }

        Reply.JobChange change(Verb verb, Selection.Part part) {
            OpenJob job = part.job();
            BitSet moving = applicable(verb, job, part.ordinals());
            int left = part.ordinals().cardinality() - moving.cardinality();
            String why = "";
            if (verb == Verb.RETRY) {
                BitSet stopping = job.states().select(part.ordinals(), TaskState.CANCELLED);
                stopping.andNot(moving);
                if (!stopping.isEmpty()) {
                    why = stopping.cardinality() + " tasks are still being stopped; retry them in a moment";
                }
            }
            if (!moving.isEmpty()) {
                Ordinals ordinals = Ordinals.of(moving);
                events.add(new GridEvent.TasksMoved(job.id(), ordinals, target(verb)));
                follow(verb, job, ordinals);
            }
            return new Reply.JobChange(job.id(), moving.cardinality(), left, why);
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
                    BitSet pausing = states.select(wanted, TaskState.WAITING, TaskState.READY, TaskState.RUNNING);
                    pausing.andNot(states.pausing(wanted));
                    return pausing;
                case RESUME:
                    BitSet resumed = states.select(wanted, TaskState.PAUSED);
                    resumed.or(states.pausing(wanted));
                    return resumed;
                case BLOCK:
                    return states.select(wanted, TaskState.WAITING, TaskState.READY, TaskState.PAUSED);
                case UNBLOCK:
                    return states.select(wanted, TaskState.BLOCKED);
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
            if (!job.brake().note().isEmpty()) {
                found.or(job.states().select(wanted, TaskState.PAUSED));
                found.or(job.states().pausing(wanted));
            }
            return found;
        }

        private void follow(Verb verb, OpenJob job, Ordinals ordinals) {
            switch (verb) {
                case CANCEL -> job.nodesRunning(ordinals).forEach(node -> then.add(new Command.Wake(node)));
                case RESUME -> releaseBrake(job, job.states().count(TaskState.BLOCKED));
                case UNBLOCK, RETRY -> {
                    events.add(new GridEvent.CountersReset(job.id(), ordinals));
                    BitSet blocked = job.states().select(ordinals.toBits(), TaskState.BLOCKED);
                    releaseBrake(job, job.states().count(TaskState.BLOCKED) - blocked.cardinality());
                    // Somebody has mended something: nodes that could not start this type may try again.
                    for (GridNode node : state.nodes.values()) {
                        if (node.refusals().containsKey(job.type())) {
                            events.add(new GridEvent.TypeTrusted(node.id(), job.type()));
                        }
                    }
                }
                default -> {}
            }
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
}
