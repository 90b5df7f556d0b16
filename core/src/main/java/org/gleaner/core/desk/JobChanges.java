package org.gleaner.core.desk;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.FileNames;
import org.gleaner.core.grid.Listing;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.grid.Violation;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.store.ClosedQuery;
import org.gleaner.core.store.History;
import org.jspecify.annotations.Nullable;

/** Submissions, verbs and new terms: the grid knows open jobs only, and the store what is to be known of others. */
final class JobChanges {
    /** As many closed jobs as are opened again or deleted at once: all of that is one change of the database. */
    private static final int MOST_CLOSED = 1_000;

    /** As many as one call opens again or deletes with several changes of the database. */
    private static final int MOST_IN_ALL = 100_000;

    private static final Rejection.Obstacle OVER = Rejection.Obstacle.Plain.ALL_OVER;

    private final History history;
    private final JobFacts facts;
    /**
     * Closed jobs that a call is about to open again or to delete. What it has read of the job must stay true until it
     * is decided: the store would refuse the whole batch, and everybody in it would be told to try again.
     */
    private final TreeSet<JobId> changing = new TreeSet<>();

    JobChanges(History history, JobFacts facts) {
        this.history = history;
        this.facts = facts;
    }

    /** @param again whether to look once more if a predecessor closes just between our look and the decision */
    Errand submit(Command.Submit asked, boolean again) throws StoreException {
        JobId lost = lostOrigin(asked.caller(), asked.spec());
        if (lost != null) {
            // Whoever asks once more may have been the one who deleted it since.
            return new Errand.Ask(
                    asked.orElse(new Reply.Refused(new Rejection.UnknownJob(lost, true))), Errand.Done::new);
        }
        return new Errand.Ask(
                asked.after(facts.predecessors(List.of(asked.spec()))),
                reply -> again && Stages.isRefused(reply, Rejection.UnknownPredecessor.class)
                        ? submit(asked, false)
                        : new Errand.Done(reply));
    }

    /** The same of several jobs at once. */
    Errand submit(Command.SubmitAll asked, boolean again) throws StoreException {
        List<JobSpec> specs = asked.bundle().specs();
        for (int i = 0; i < specs.size(); i++) {
            JobId lost = lostOrigin(asked.caller(), specs.get(i));
            if (lost != null) {
                Rejection why = new Rejection.InMember(i + 1, new Rejection.UnknownJob(lost, true));
                return new Errand.Ask(asked.orElse(new Reply.Refused(why)), Errand.Done::new);
            }
        }
        return new Errand.Ask(
                asked.after(facts.predecessors(asked.bundle().specs())),
                reply -> again && Stages.isRefused(reply, Rejection.UnknownPredecessor.class)
                        ? submit(asked, false)
                        : new Errand.Done(reply));
    }

    /** Looks whether the job is over when the grid does not know it, as that needs another remedy. */
    Errand add(Command.AddTasks asked) throws StoreException {
        List<Violation> violations = besideFilesAside(asked);
        if (!violations.isEmpty()) {
            return new Errand.Ask(
                    asked.orElse(new Reply.Refused(new Rejection.InvalidSpec(violations))), Errand.Done::new);
        }
        return new Errand.Ask(
                asked,
                reply -> isOver(reply, asked.caller(), asked.job())
                        ? new Errand.Ask(asked.with(true), Errand.Done::new)
                        : new Errand.Done(reply));
    }

    /** The grid compares new files with what it knows of the job's; long lists of these are only in the store. */
    private List<Violation> besideFilesAside(Command.AddTasks asked) throws StoreException {
        if (asked.entries().stream().allMatch(entry -> entry.files().isEmpty())) {
            return List.of();
        }
        Optional<StoredJob> job = facts.job(asked.caller(), asked.job());
        return job.isEmpty() || job.get().spec().aside().inputs() == 0
                ? List.of()
                : FileNames.entries(facts.whole(job.get()).inputs(), asked.entries());
    }

    Errand seal(Command.Seal asked) {
        return new Errand.Ask(asked, reply -> new Errand.Done(sealedBefore(asked, reply)));
    }

    /** One that is over may be sealed again, if it grew. */
    private Reply sealedBefore(Command.Seal asked, Reply reply) throws StoreException {
        Optional<StoredJob> over = Stages.isRefused(reply, Rejection.UnknownJob.class)
                ? facts.job(asked.caller(), asked.job())
                : Optional.empty();
        return over.isEmpty()
                ? reply
                : over.get().spec().mayHaveGrown()
                        ? new Reply.Sealed(asked.job())
                        : new Reply.Refused(new Rejection.IllegalTransition(
                                asked.job(), "seal", Rejection.Obstacle.Plain.NEVER_GREW));
    }

    private boolean isOver(Reply reply, Caller caller, JobId job) throws StoreException {
        return Stages.isRefused(reply, Rejection.UnknownJob.class) && facts.shows(caller, job);
    }

    /** Whose tasks it runs again is shown to people, so it must be true: an older job, of the caller's. */
    private @Nullable JobId lostOrigin(Caller caller, JobSpec spec) throws StoreException {
        JobId origin = spec.origin();
        boolean known =
                origin == null || history.owner(origin).filter(caller::mayTouch).isPresent();
        return known ? null : origin;
    }

    Errand adjust(Command.Adjust asked) throws StoreException {
        Caller caller = asked.selector().touchedBy(asked.caller());
        return then(adjust(asked, caller), reply -> withoutOthers(asked.caller(), caller, reply));
    }

    private Errand adjust(Command.Adjust asked, Caller caller) throws StoreException {
        Optional<Selector> selector = facts.resolve(caller, asked.selector());
        if (selector.isEmpty()) {
            return Errand.refused(new Rejection.NothingSelected("set"));
        }
        Optional<JobSummary> closed = facts.closedOne(caller, selector.get());
        if (closed.isPresent()) {
            return Errand.refused(new Rejection.IllegalTransition(closed.get().id(), "set", OVER));
        }
        Command.Adjust adjust = new Command.Adjust(caller, selector.get(), asked.terms());
        return new Errand.Ask(
                adjust,
                reply -> reply instanceof Reply.TooManyAtOnce many
                        ? adjustMany(adjust, many.first(true))
                        : over(caller, "set", selector.get(), reply));
    }

    private Errand adjustMany(Command.Adjust asked, Command.Stretch first) {
        return new Stages<JobId>(
                        asked::with,
                        reply -> reply instanceof Reply.Adjusted part
                                ? new Stages.Part<>(part.jobs(), part.next())
                                : null,
                        adjusted -> {
                            Collections.sort(adjusted);
                            return adjusted.isEmpty()
                                    ? over(asked.caller(), "set", asked.selector(), nothing("set"))
                                    : new Errand.Done(new Reply.Adjusted(adjusted));
                        })
                .from(first, new ArrayList<>());
    }

    private static Reply nothing(String verb) {
        return new Reply.Refused(new Rejection.NothingSelected(verb));
    }

    Errand change(Command.ChangeJobs asked) throws StoreException {
        Caller caller = asked.selector().touchedBy(asked.caller());
        return then(change(asked, caller), reply -> withoutOthers(asked.caller(), caller, reply));
    }

    /** Whoever may touch the jobs of others, but did not say whose, is told that these were left out. */
    private static Errand withoutOthers(Caller asking, Caller touching, Reply reply) {
        return !asking.equals(touching)
                        && reply instanceof Reply.Refused refused
                        && refused.why() instanceof Rejection.NothingSelected nothing
                ? Errand.refused(new Rejection.NothingSelected(nothing.verb(), true))
                : new Errand.Done(reply);
    }

    private Errand change(Command.ChangeJobs asked, Caller caller) throws StoreException {
        Optional<Selector> selector = facts.resolve(caller, asked.selector());
        if (selector.isEmpty()) {
            return Errand.refused(new Rejection.NothingSelected(asked.verb().word()));
        }
        if (!takesClosed(asked.verb()) && !selector.get().isOfOneJob()) {
            return changeMany(new Command.ChangeMany(caller, asked.verb(), selector.get()), List.of());
        }
        return change(new Command.ChangeJobs(caller, asked.verb(), selector.get(), List.of(), asked.fresh()), true);
    }

    /** @param closed jobs that come last: who takes files of these, or has to be there before them, is open */
    private Errand changeMany(Command.ChangeMany first, List<JobId> closed) {
        Verb verb = first.verb();
        return new Stages<Reply.JobChange>(
                        first::with,
                        reply -> reply instanceof Reply.Changed part
                                ? new Stages.Part<>(part.jobs(), part.next())
                                : null,
                        changes -> {
                            if (!closed.isEmpty()) {
                                return together(changes, change(some(first.caller(), verb, closed), false));
                            }
                            return changes.isEmpty()
                                    ? over(first.caller(), verb.word(), first.selector(), nothing(verb.word()))
                                    : changed(verb, changes);
                        })
                .from(first.stretch(), new ArrayList<>());
    }

    private static Command.ChangeJobs some(Caller caller, Verb verb, List<JobId> jobs) {
        return new Command.ChangeJobs(caller, verb, new Selector.SomeJobs(new TreeSet<>(jobs)), List.of(), null);
    }

    private static Errand changed(Verb verb, List<Reply.JobChange> changes) {
        changes.sort(Comparator.comparing(Reply.JobChange::job));
        return new Errand.Done(new Reply.Changed(verb, changes));
    }

    /** What an errand comes to, with what was changed before. */
    private static Errand together(List<Reply.JobChange> before, Errand errand) throws StoreException {
        return then(errand, reply -> {
            if (reply instanceof Reply.Changed last) {
                before.addAll(last.jobs());
                return changed(last.verb(), before);
            }
            return Stages.halfway(before.size(), reply);
        });
    }

    /** Goes on with what an errand comes to. */
    private static Errand then(Errand errand, Errand.Then next) throws StoreException {
        return errand instanceof Errand.Ask ask
                ? new Errand.Ask(
                        ask.command(), ask.decided(), reply -> then(ask.then().on(reply), next))
                : next.on(((Errand.Done) errand).reply());
    }

    /**
     * Opens very many closed jobs again or deletes them, some at a time. Those that others wait for are there again
     * before these, and are deleted after them; open jobs that are meant are changed with the first.
     */
    private Errand closedMany(Command.ChangeJobs asked) throws StoreException {
        List<JobId> closed = new ArrayList<>();
        for (JobId last = null; closed.size() <= MOST_IN_ALL; last = closed.get(closed.size() - 1)) {
            List<JobSummary> page = history.closedJobs(
                    new ClosedQuery(asked.caller(), asked.selector(), Listing.ALL, last, MOST_CLOSED));
            page.forEach(job -> closed.add(job.id()));
            if (page.size() < MOST_CLOSED) {
                Comparator<JobId> oldestFirst = Comparator.naturalOrder();
                closed.sort(asked.verb() == Verb.DELETE ? oldestFirst.reversed() : oldestFirst);
                List<JobId> first = closed.subList(0, Math.min(MOST_CLOSED, closed.size()));
                return portions(
                        asked,
                        closed.subList(first.size(), closed.size()),
                        new ArrayList<>(),
                        held(asked, List.copyOf(first), false));
            }
        }
        return Errand.refused(new Rejection.TooManyClosed(MOST_IN_ALL));
    }

    /** @param errand about those before the rest */
    private Errand portions(Command.ChangeJobs asked, List<JobId> rest, List<Reply.JobChange> before, Errand errand)
            throws StoreException {
        return then(errand, reply -> {
            if (reply instanceof Reply.Changed part) {
                before.addAll(part.jobs());
            } else if (!Stages.isRefused(reply, Rejection.NothingSelected.class)) {
                return Stages.halfway(before.size(), reply);
            }
            if (rest.isEmpty()) {
                return before.isEmpty() ? new Errand.Done(reply) : changed(asked.verb(), before);
            }
            List<JobId> next = rest.subList(0, Math.min(MOST_CLOSED, rest.size()));
            return portions(
                    asked,
                    rest.subList(next.size(), rest.size()),
                    before,
                    change(some(asked.caller(), asked.verb(), next), false));
        });
    }

    /** @param again whether to look once more if a job closes just between our look and the decision */
    private Errand change(Command.ChangeJobs asked, boolean again) throws StoreException {
        List<JobId> closed = closed(asked);
        if (closed.size() > MOST_CLOSED) {
            return asked.fresh() == null ? closedMany(asked) : Errand.refused(new Rejection.TooManyClosed(MOST_CLOSED));
        }
        return takesClosed(asked.verb()) ? held(asked, closed, again) : ask(asked, closed, () -> {}, again);
    }

    private Errand held(Command.ChangeJobs asked, List<JobId> closed, boolean again) throws StoreException {
        Optional<JobId> held = hold(closed);
        if (held.isPresent()) {
            return Errand.refused(new Rejection.IllegalTransition(
                    held.get(), asked.verb().word(), Rejection.Obstacle.Plain.IN_OTHER_HANDS));
        }
        boolean asking = false;
        try {
            Errand errand = ask(asked, closed, () -> free(closed), again);
            asking = true;
            return errand;
        } finally {
            if (!asking) {
                free(closed);
            }
        }
    }

    /** Holds all of them, or none and says which one another call holds. */
    private synchronized Optional<JobId> hold(List<JobId> jobs) {
        Optional<JobId> held = jobs.stream().filter(changing::contains).findFirst();
        if (held.isEmpty()) {
            changing.addAll(jobs);
        }
        return held;
    }

    private synchronized void free(List<JobId> jobs) {
        jobs.forEach(changing::remove);
    }

    /**
     * @param found the closed jobs that are meant
     * @param decided runs when nobody depends on what we found in the store any more
     */
    private Errand ask(Command.ChangeJobs asked, List<JobId> found, Runnable decided, boolean again)
            throws StoreException {
        Verb verb = asked.verb();
        List<StoredJob> closed = new ArrayList<>();
        for (JobId id : found) {
            (verb == Verb.RETRY ? history.job(id) : history.outline(id)).ifPresent(closed::add);
        }
        List<StoredJob> before = verb == Verb.RETRY ? facts.predecessors(asked.caller(), asked.selector()) : null;
        Command command = new Command.ChangeJobs(asked.caller(), verb, asked.selector(), closed, asked.fresh(), before);
        return new Errand.Ask(command, decided, reply -> {
            if (reply instanceof Reply.TooManyAtOnce tooMany) {
                Command.Stretch first = tooMany.first(verb == Verb.DELETE);
                Command.ChangeMany many = new Command.ChangeMany(asked.caller(), verb, asked.selector(), first);
                return changeMany(many, found);
            }
            boolean unknown = Stages.isRefused(reply, Rejection.UnknownJob.class)
                    || Stages.isRefused(reply, Rejection.NothingSelected.class);
            if (unknown && again && closed.isEmpty() && !closed(asked).isEmpty()) {
                return change(asked, false);
            }
            return takesClosed(verb)
                    ? new Errand.Done(reply)
                    : over(asked.caller(), verb.word(), asked.selector(), reply);
        });
    }

    private static boolean takesClosed(Verb verb) {
        return verb == Verb.RETRY || verb == Verb.DELETE;
    }

    /** Other verbs are told of a closed job only if it is named by its number, to say why nothing comes of it. */
    private List<JobId> closed(Command.ChangeJobs asked) throws StoreException {
        return takesClosed(asked.verb()) || asked.selector().isOfOneJob()
                ? facts.closed(asked.caller(), asked.selector(), MOST_CLOSED + 1).stream()
                        .map(JobSummary::id)
                        .sorted()
                        .toList()
                : List.of();
    }

    /** Of what matches nothing is open: who names jobs that are over is not told that there are none. */
    private Errand over(Caller caller, String verb, Selector selector, Reply reply) throws StoreException {
        Optional<JobSummary> job = Stages.isRefused(reply, Rejection.NothingSelected.class)
                ? facts.closed(caller, selector, 1).stream().findFirst()
                : Optional.empty();
        return job.isEmpty()
                ? new Errand.Done(reply)
                : Errand.refused(new Rejection.IllegalTransition(job.get().id(), verb, OVER));
    }
}
