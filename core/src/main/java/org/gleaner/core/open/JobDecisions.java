package org.gleaner.core.open;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Decision;
import org.gleaner.core.grid.FileNames;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Piece;
import org.gleaner.core.grid.QuotaUse;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Remark;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.Settings;
import org.gleaner.core.grid.SpecBounds;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.grid.Violation;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.ClosedJob;
import org.gleaner.core.job.Deadline;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.open.Selection.Page;
import org.gleaner.core.pool.Nodes;
import org.jspecify.annotations.Nullable;

/** Decides what owners ask for: new jobs, and verbs on jobs they have. */
public record JobDecisions(OpenJobs jobs, Nodes nodes, Settings settings, Instant now) {
    /** As many jobs as one step of a verb on very many changes; one with many tasks counts as several. */
    private static final int MOST_CHANGED = 1_000;

    private static final int TASKS_AS_A_JOB = 1_000;

    public Decision submit(Address address, Command.Submit command) {
        int tasks = command.spec().tasks();
        Decision decision = new NewJobs(this, command.alone())
                .decide(address, (ids, again) -> new Reply.Submitted(ids.get(0), tasks, again));
        return decision instanceof Decision.Refused refused
                ? new Decision.Refused(refused.why().bare())
                : decision;
    }

    public Decision submitAll(Address address, Command.SubmitAll command) {
        return new NewJobs(this, command).decide(address, Reply.SubmittedAll::new);
    }

    public Decision add(Address address, Command.AddTasks command) {
        return new NewTasks(this, command).decide(address);
    }

    public Decision host(Address address, Command.SaveHost command) {
        return new HostedUnits(this, command).decide(address);
    }

    /** Also of one that is sealed already, so that asking twice does no harm. */
    public Decision seal(Address address, Command.Seal command) {
        OpenJob job = jobs.get(command.job());
        if (job == null || !command.caller().mayTouch(job.owner())) {
            return new Decision.Refused(new Rejection.UnknownJob(command.job()));
        }
        if (job.isHosted()) {
            return new Decision.Refused(
                    new Rejection.IllegalTransition(job.id(), "seal", Rejection.Obstacle.Plain.HOSTED));
        }
        if (!job.spec().mayHaveGrown()) {
            return new Decision.Refused(
                    new Rejection.IllegalTransition(job.id(), "seal", Rejection.Obstacle.Plain.NEVER_GREW));
        }
        List<GridEvent> events = job.isGrowing() ? List.of(new GridEvent.JobSealed(job.id())) : List.of();
        return new Decision.Accepted(
                events, List.of(new AddressedReply(address, new Reply.Sealed(command.job()))), List.of());
    }

    Optional<Rejection> tooMuch(Owner owner, QuotaUse demand) {
        if (demand.asked() == 0) {
            return Optional.empty();
        }
        Optional<MemorySize> own = settings.limitedSize(Setting.QUOTA_OWNER);
        if (own.isPresent() && demand.asked() > own.get().bytes() - demand.owned()) {
            return Optional.of(new Rejection.QuotaExceeded(
                    owner, demand.owned(), demand.asked(), own.get().bytes()));
        }
        Optional<MemorySize> all = settings.limitedSize(Setting.QUOTA_TOTAL);
        if (all.isPresent() && demand.asked() > all.get().bytes() - demand.total()) {
            return Optional.of(new Rejection.QuotaExceeded(
                    null, demand.total(), demand.asked(), all.get().bytes()));
        }
        return Optional.empty();
    }

    /** Why this owner can't have such a job, whatever its entries and predecessors are. */
    public Optional<Rejection> objection(Owner owner, JobSpec spec, QuotaUse demand) {
        List<Violation> violations = violations(spec);
        return violations.isEmpty()
                ? tooMuch(owner, demand).or(() -> jobs.work().objection(owner, List.of(spec.kept())))
                : Optional.of(new Rejection.InvalidSpec(violations));
    }

    List<Violation> violations(JobSpec spec) {
        List<Violation> violations = new ArrayList<>(SpecBounds.violations(spec));
        violations.addAll(FileNames.violations(spec));
        int limit = settings.count(Setting.ARRAY_LIMIT);
        if (spec.tasks() > limit) {
            violations.add(new Violation.TooMuch(Violation.Part.TASKS, spec.tasks(), limit));
        }
        String webhook = spec.feedback().webhook();
        if (webhook != null) {
            settings.webhooks().objection(webhook).ifPresent(violations::add);
        }
        Deadline deadline = spec.turn().deadline();
        if (deadline != null && deadline.isPast(now)) {
            violations.add(new Violation.DeadlinePast(deadline.at(), false, now));
        } else {
            Violation.DeadlineBeforeBegin.of(spec.turn(), false, now).ifPresent(violations::add);
        }
        return violations;
    }

    /** How many entries are in pages. */
    static int listed(JobSpec spec) {
        return spec.array() instanceof ArrayShape.Listed listed ? listed.size() : 0;
    }

    /**
     * What the store called closed may have been opened since, or somebody takes files of it; what was closed since
     * then again the store leaves.
     */
    public Decision retire(Address address, Command.RetireJobs command) {
        List<GridEvent> events = new ArrayList<>();
        for (ClosedJob closed : command.jobs()) {
            if (jobs.get(closed.job()) == null
                    && new Takers(jobs).of(closed.job(), other -> false).isEmpty()) {
                events.add(new GridEvent.JobRetired(
                        closed.job(), closed.owner(), closed.closed(), now, command.onlyFiles()));
            }
        }
        return Decision.acknowledge(address, events);
    }

    /** Told once for each deadline of a job: whoever looks ahead does so again and again, and may be late or wrong. */
    public Decision noteHopeless(Address address, Command.NoteHopeless command) {
        List<GridEvent> events = new ArrayList<>();
        command.deadlines().forEach((id, at) -> {
            OpenJob job = jobs.get(id);
            if (job != null
                    && !job.hasEnded()
                    && new Deadline(at).equals(job.spec().turn().deadline())) {
                events.add(new GridEvent.DeadlineHopeless(id, new Deadline(at).at(), now));
            }
        });
        return Decision.acknowledge(address, events);
    }

    /** First opens again what a retry needs; then the verb meets only open jobs. */
    public Decision change(Address address, Command.ChangeJobs command) {
        Command.FreshFiles fresh = command.fresh();
        if (fresh != null && !(command.selector() instanceof Selector.OneJob)) {
            return new Decision.Refused(new Rejection.InvalidSpec(List.of(Violation.Plain.FILES_FOR_SEVERAL_JOBS)));
        }
        if (fresh != null && !fresh.missing().isEmpty()) {
            return new Decision.Refused(new Rejection.MissingBlobs(fresh.missing()));
        }
        Selection selection =
                Selection.of(jobs, command.caller(), command.selector(), page(command.verb() != Verb.RETRY, null));
        Optional<Rejection> undeletable =
                command.verb() == Verb.DELETE ? undeletable(command, selection, null) : Optional.empty();
        if (undeletable.isPresent()) {
            return new Decision.Refused(undeletable.get());
        }
        if (selection.next() != null) {
            return Decision.reply(address, new Reply.TooManyAtOnce(jobs.all().lastKey()));
        }
        List<GridEvent> events = new ArrayList<>();
        List<Reply.JobChange> settled = new ArrayList<>();
        for (StoredJob closed : command.closed()) {
            if (jobs.get(closed.id()) != null) {
                continue;
            }
            Optional<Rejection> refused = onClosed(closed, command, events, settled);
            if (refused.isPresent()) {
                return new Decision.Refused(refused.get());
            }
        }
        return new Decision.Accepted(events, List.of(), List.of(new Piece.ChangeOpenJobs(address, command, settled)));
    }

    /** As many as are changed in one step. */
    private static Page page(boolean youngestFirst, Command.@Nullable Stretch stretch) {
        return new Page(
                stretch == null ? null : stretch.from(),
                stretch == null ? null : stretch.until(),
                youngestFirst,
                job -> 1 + job.states().size() / TASKS_AS_A_JOB,
                MOST_CHANGED);
    }

    /** Why one of the jobs can't be deleted: asked before any is. */
    private Optional<Rejection> undeletable(Command.ChangeJobs command, Selection selection, @Nullable JobId from) {
        VerbEffects effects = new VerbEffects(jobs, nodes, command, now);
        TreeSet<JobId> all = new TreeSet<>();
        selection.parts().forEach(part -> all.add(part.job().id()));
        boolean some = from != null || selection.next() != null;
        Predicate<JobId> also = id ->
                all.contains(id) || (some && Selection.means(command.caller(), command.selector(), jobs.open(id)));
        return selection.parts().stream()
                .map(part -> effects.delete(part, also))
                .flatMap(Optional::stream)
                .findFirst()
                .or(() -> command.closed().stream()
                        .map(closed -> effects.taken(closed.id(), also))
                        .flatMap(Optional::stream)
                        .findFirst());
    }

    /** What a verb means for a closed job, or for some tasks of it: added to the events, settled, or refused. */
    private Optional<Rejection> onClosed(
            StoredJob closed, Command.ChangeJobs command, List<GridEvent> events, List<Reply.JobChange> settled) {
        if (!command.caller().mayTouch(closed.owner())) {
            return Optional.of(new Rejection.UnknownJob(closed.id()));
        }
        int tasks = closed.spec().tasks();
        boolean whole = !(command.selector() instanceof Selector.SomeTasks);
        Ordinals wanted =
                command.selector() instanceof Selector.SomeTasks some ? some.ordinals() : Ordinals.range(1, tasks);
        if (wanted.last() > tasks) {
            return Optional.of(new Rejection.UnknownTask(closed.id(), tasks));
        }
        if (command.verb() == Verb.DELETE && whole) {
            events.add(new GridEvent.JobDeleted(closed.id(), closed.owner()));
            settled.add(new Reply.JobChange(closed.id(), tasks, 0));
            return Optional.empty();
        }
        if (command.verb() == Verb.DELETE) {
            return Optional.of(VerbEffects.onlyWholeJobs(closed.id()));
        }
        if (command.verb() != Verb.RETRY) {
            return Optional.of(new Rejection.IllegalTransition(
                    closed.id(), command.verb().word(), Rejection.Obstacle.Plain.ALL_OVER));
        }
        // Without a task to run again it would only be closed anew, and seem younger than it is.
        Ordinals cancelled = closed.states().get(TaskState.CANCELLED);
        if (cancelled == null || !cancelled.meets(wanted)) {
            settled.add(new Reply.JobChange(closed.id(), 0, wanted.count()));
            return Optional.empty();
        }
        if (closed.spec().hosting() != null) {
            if (command.selector().isOfOneJob()) {
                return Optional.of(new Rejection.IllegalTransition(
                        closed.id(), command.verb().word(), Rejection.Obstacle.Plain.HOST_OVER));
            }
            settled.add(new Reply.JobChange(closed.id(), 0, wanted.count()));
            return Optional.empty();
        }
        if (closed.spec().aside().all()) {
            if (command.selector().isOfOneJob()) {
                return Optional.of(tooLarge(closed.id(), command.verb()));
            }
            settled.add(new Reply.JobChange(closed.id(), 0, tasks, Remark.Plain.TOO_LARGE));
            return Optional.empty();
        }
        Optional<Rejection> kept = jobs.work().objection(closed.owner(), with(closed, events));
        if (kept.isEmpty()) {
            events.add(new GridEvent.JobReopened(closed));
        }
        return kept;
    }

    /** What is open more when this one is, too. */
    private static List<JobSpec> with(StoredJob closed, List<GridEvent> events) {
        List<JobSpec> specs = new ArrayList<>(List.of(closed.spec()));
        for (GridEvent event : events) {
            if (event instanceof GridEvent.JobReopened reopened) {
                specs.add(reopened.job().spec());
            }
        }
        return specs;
    }

    /** Such a job came when larger ones were taken; nothing of it is in memory, so nothing of it can run. */
    private static Rejection tooLarge(JobId job, Verb verb) {
        return new Rejection.IllegalTransition(job, verb.word(), Rejection.Obstacle.Plain.TOO_LARGE);
    }

    public Decision changeOpen(Piece.ChangeOpenJobs step) {
        Command.ChangeJobs command = step.change();
        Selection selection = Selection.of(jobs, command.caller(), command.selector());
        return change(step.address(), command, selection, new ArrayList<>(step.settled()));
    }

    public Decision changeMany(Address address, Command.ChangeMany command) {
        Command.Stretch stretch = command.stretch();
        Command.ChangeJobs change =
                new Command.ChangeJobs(command.caller(), command.verb(), command.selector(), List.of(), null);
        Selection selection =
                Selection.of(jobs, command.caller(), command.selector(), page(command.verb() != Verb.RETRY, stretch));
        if (!stretch.trial()) {
            return change(address, change, selection, new ArrayList<>());
        }
        return undeletable(change, selection, stretch.from())
                .<Decision>map(Decision.Refused::new)
                .orElseGet(
                        () -> Decision.reply(address, new Reply.Changed(command.verb(), List.of(), selection.next())));
    }

    private Decision change(
            Address address, Command.ChangeJobs command, Selection selection, List<Reply.JobChange> changes) {
        Optional<Rejection> refused = selection.refused();
        if (changes.isEmpty() && refused.isPresent()) {
            return new Decision.Refused(refused.get());
        }
        if (changes.isEmpty() && selection.parts().isEmpty() && selection.next() == null) {
            return new Decision.Refused(
                    new Rejection.NothingSelected(command.verb().word()));
        }
        Command.FreshFiles fresh = command.fresh();
        Optional<Rejection> unusable = fresh == null ? Optional.empty() : unusable(selection, fresh);
        if (unusable.isPresent()) {
            return new Decision.Refused(unusable.get());
        }
        VerbEffects effects = new VerbEffects(jobs, nodes, command, now);
        TreeSet<JobId> deleted = new TreeSet<>();
        for (Selection.Part part : ordered(command.verb(), selection.parts())) {
            if (part.job().spec().aside().all() && command.verb().startsAgain()) {
                if (command.selector().isOfOneJob()) {
                    return new Decision.Refused(tooLarge(part.job().id(), command.verb()));
                }
                continue;
            }
            changes.add(
                    command.verb() == Verb.DELETE
                            ? delete(effects, part, deleted)
                            : effects.change(command.verb(), part));
            if (fresh != null) {
                effects.refresh(part.job(), fresh);
            }
        }
        if (command.verb() == Verb.DELETE) {
            changes.sort(Comparator.comparing(Reply.JobChange::job));
        }
        changes.addAll(effects.alsoCancelled());
        AddressedReply reply =
                new AddressedReply(address, new Reply.Changed(command.verb(), changes, selection.next()));
        return new Decision.Accepted(effects.events(), List.of(reply), effects.then());
    }

    /** Who waits for others is deleted before these. */
    private static List<Selection.Part> ordered(Verb verb, List<Selection.Part> parts) {
        Comparator<Selection.Part> byAge =
                Comparator.comparing(part -> part.job().id());
        return verb == Verb.DELETE ? parts.stream().sorted(byAge.reversed()).toList() : parts;
    }

    /** One that can't be deleted any more, as something happened to it since all were looked at, is left. */
    private static Reply.JobChange delete(VerbEffects effects, Selection.Part part, TreeSet<JobId> deleted) {
        JobId id = part.job().id();
        int tasks = part.job().states().size();
        if (effects.delete(part, deleted::contains).isPresent()) {
            return new Reply.JobChange(id, 0, tasks);
        }
        deleted.add(id);
        return new Reply.JobChange(id, tasks, 0);
    }

    /** What keeps new versions of files from the selected jobs: the same rules as when they were submitted. */
    private Optional<Rejection> unusable(Selection selection, Command.FreshFiles fresh) {
        for (Selection.Part part : selection.parts()) {
            if (!replacesWhole(fresh.pages(), listed(part.job().spec()))) {
                return Optional.of(new Rejection.InvalidSpec(
                        List.of(new Violation.OtherEntries(part.job().id()))));
            }
            JobSpec spec = part.job().spec();
            List<Violation> violations = SpecBounds.files(
                    fresh.inputs(), spec.outputs(), spec.aside().outputs());
            violations.addAll(FileNames.fresh(fresh.inputs(), fresh.pages()));
            if (!violations.isEmpty()) {
                return Optional.of(new Rejection.InvalidSpec(violations));
            }
            Optional<Rejection> tooMuch = tooMuch(part.job().owner(), fresh.demand());
            if (tooMuch.isPresent()) {
                return tooMuch;
            }
        }
        return Optional.empty();
    }

    /** Whether each page has as many entries as the one that it replaces: a task without one could never start. */
    private static boolean replacesWhole(List<EntryPage> pages, int entries) {
        return pages.stream()
                .allMatch(page -> page.entries().size()
                        == Math.min(EntryPage.SIZE, entries - (long) page.number() * EntryPage.SIZE));
    }

    public Decision adjust(Address address, Command.Adjust command) {
        Page page = page(true, command.stretch());
        return new NewTerms(command, now)
                .decide(address, Selection.of(jobs, command.caller(), command.selector(), page), jobs);
    }

    public Decision cancelAll(Piece.CancelJobs piece) {
        Caller caller = new Caller(piece.owner(), false);
        Selector all = new Selector.All();
        VerbEffects effects =
                new VerbEffects(jobs, nodes, new Command.ChangeJobs(caller, Verb.CANCEL, all, List.of(), null), now);
        Selection.of(jobs, caller, all).parts().forEach(part -> effects.change(Verb.CANCEL, part));
        return new Decision.Accepted(effects.events(), List.of(), effects.then());
    }
}
