package org.gleaner.core.desk;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.store.History;
import org.jspecify.annotations.Nullable;

/** Submissions, verbs and new terms: the grid knows open jobs only, and the store what is to be known of others. */
final class JobChanges {
    /** As many closed jobs as one call opens again or deletes: all of that is one change of the database. */
    private static final int MOST_CLOSED = 1_000;

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
                reply -> again && isRefused(reply, Rejection.UnknownPredecessor.class)
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
                reply -> again && isRefused(reply, Rejection.UnknownPredecessor.class)
                        ? submit(asked, false)
                        : new Errand.Done(reply));
    }

    /** Whose tasks it runs again is shown to people, so it must be true: an older job, of the caller's. */
    private @Nullable JobId lostOrigin(Caller caller, JobSpec spec) throws StoreException {
        JobId origin = spec.origin();
        boolean known =
                origin == null || history.owner(origin).filter(caller::mayTouch).isPresent();
        return known ? null : origin;
    }

    Errand adjust(Command.Adjust asked) throws StoreException {
        Caller caller = asked.caller();
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
                        ? adjustMany(adjust, many.first(true), new ArrayList<>())
                        : over(caller, "set", selector.get(), reply));
    }

    /** Some at a time, as {@link #changeMany}. */
    private Errand adjustMany(Command.Adjust asked, Command.Stretch stretch, List<JobId> adjusted) {
        return new Errand.Ask(asked.with(stretch), reply -> {
            JobId next = null;
            if (reply instanceof Reply.Adjusted part) {
                adjusted.addAll(part.jobs());
                next = part.next();
            } else if (!isRefused(reply, Rejection.NothingSelected.class)) {
                return new Errand.Done(reply);
            }
            if (next != null) {
                return adjustMany(asked, stretch.after(next), adjusted);
            }
            if (stretch.trial()) {
                return adjustMany(asked, stretch.inEarnest(), adjusted);
            }
            Collections.sort(adjusted);
            return adjusted.isEmpty()
                    ? over(asked.caller(), "set", asked.selector(), nothing("set"))
                    : new Errand.Done(new Reply.Adjusted(adjusted));
        });
    }

    private static Reply nothing(String verb) {
        return new Reply.Refused(new Rejection.NothingSelected(verb));
    }

    Errand change(Command.ChangeJobs asked) throws StoreException {
        Optional<Selector> selector = facts.resolve(asked.caller(), asked.selector());
        if (selector.isEmpty()) {
            return Errand.refused(new Rejection.NothingSelected(asked.verb().word()));
        }
        if (!takesClosed(asked.verb()) && !selector.get().isOfOneJob()) {
            return changeMany(
                    new Command.ChangeMany(asked.caller(), asked.verb(), selector.get()), new ArrayList<>(), List.of());
        }
        return change(
                new Command.ChangeJobs(asked.caller(), asked.verb(), selector.get(), List.of(), asked.fresh()), true);
    }

    /**
     * Asks until all jobs are changed: the grid changes some at a time. What is done stays done if it can't go on.
     *
     * @param closed jobs that come last: who takes files of these, or has to be there before them, is open
     */
    private Errand changeMany(Command.ChangeMany page, List<Reply.JobChange> changes, List<JobId> closed) {
        return new Errand.Ask(page, reply -> {
            JobId next = null;
            if (reply instanceof Reply.Changed part) {
                changes.addAll(part.jobs());
                next = part.next();
            } else if (!isRefused(reply, Rejection.NothingSelected.class)) {
                return new Errand.Done(reply);
            }
            if (next != null) {
                return changeMany(page.with(page.stretch().after(next)), changes, closed);
            }
            if (page.stretch().trial()) {
                return changeMany(page.with(page.stretch().inEarnest()), changes, closed);
            }
            if (!closed.isEmpty()) {
                Selector rest = new Selector.SomeJobs(new TreeSet<>(closed));
                return together(
                        changes,
                        change(new Command.ChangeJobs(page.caller(), page.verb(), rest, List.of(), null), false));
            }
            return changes.isEmpty()
                    ? over(
                            page.caller(),
                            page.verb().word(),
                            page.selector(),
                            nothing(page.verb().word()))
                    : changed(page.verb(), changes);
        });
    }

    private static Errand changed(Verb verb, List<Reply.JobChange> changes) {
        changes.sort(Comparator.comparing(Reply.JobChange::job));
        return new Errand.Done(new Reply.Changed(verb, changes));
    }

    /** What an errand comes to, with what was changed before. */
    private static Errand together(List<Reply.JobChange> before, Errand errand) {
        if (errand instanceof Errand.Ask ask) {
            return new Errand.Ask(
                    ask.command(),
                    ask.decided(),
                    reply -> together(before, ask.then().on(reply)));
        }
        if (errand instanceof Errand.Done done && done.reply() instanceof Reply.Changed last) {
            before.addAll(last.jobs());
            return changed(last.verb(), before);
        }
        return errand;
    }

    /** @param again whether to look once more if a job closes just between our look and the decision */
    private Errand change(Command.ChangeJobs asked, boolean again) throws StoreException {
        List<JobId> closed = closed(asked);
        if (closed.size() > MOST_CLOSED) {
            return Errand.refused(new Rejection.TooManyClosed(MOST_CLOSED));
        }
        if (!takesClosed(asked.verb())) {
            return ask(asked, closed, () -> {}, again);
        }
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
            if (reply instanceof Reply.TooManyAtOnce many) {
                Command.Stretch first = many.first(verb == Verb.DELETE);
                Command.ChangeMany some = new Command.ChangeMany(asked.caller(), verb, asked.selector(), first);
                return changeMany(some, new ArrayList<>(), found);
            }
            boolean unknown =
                    isRefused(reply, Rejection.UnknownJob.class) || isRefused(reply, Rejection.NothingSelected.class);
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
        Optional<JobSummary> job = isRefused(reply, Rejection.NothingSelected.class)
                ? facts.closed(caller, selector, 1).stream().findFirst()
                : Optional.empty();
        return job.isEmpty()
                ? new Errand.Done(reply)
                : Errand.refused(new Rejection.IllegalTransition(job.get().id(), verb, OVER));
    }

    private static boolean isRefused(Reply reply, Class<? extends Rejection> why) {
        return reply instanceof Reply.Refused refused
                && why.isInstance(refused.why().bare());
    }
}
