package org.gleaner.server.route;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Demand;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.Terms;
import org.gleaner.core.store.History;
import org.gleaner.protocol.json.AdjustJson;
import org.gleaner.protocol.json.AnswerJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.SubmissionJson;
import org.gleaner.protocol.json.Words;
import org.gleaner.protocol.message.ChangeRequest;
import org.gleaner.protocol.problem.ShellProblems;
import org.gleaner.server.http.Endpoint;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.http.Refused;
import org.jspecify.annotations.Nullable;

/** What owners do with jobs that are there: the verbs, and new terms. */
final class JobChangeRoutes {
    /** As many closed jobs as one call opens again or deletes: all of that is one change of the database. */
    private static final int MOST_CLOSED = 1_000;

    private final LoopDesk desk;
    private final History history;
    private final JobFacts facts;
    private final BlobAccess blobs;
    private final Quotas quotas;
    private final JobBodies bodies;
    /**
     * Closed jobs that a call is about to open again or to delete. What it has read of the job must stay true until it
     * is decided: the store would refuse the whole batch, and everybody in it would be told to try again.
     */
    private final Set<JobId> changing = ConcurrentHashMap.newKeySet();

    JobChangeRoutes(LoopDesk desk, History history, JobFacts facts, BlobAccess blobs, Quotas quotas, JobBodies bodies) {
        this.desk = desk;
        this.history = history;
        this.facts = facts;
        this.blobs = blobs;
        this.quotas = quotas;
        this.bodies = bodies;
    }

    /** The verb on what the body selects. */
    Endpoint selected(Verb verb) {
        return exchange -> changeSelected(exchange, verb);
    }

    private void changeSelected(Exchange exchange, Verb verb) {
        bodies.read(exchange, SubmissionJson::readChange, request -> {
            Optional<Selector> selector = selector(exchange, request.select(), verb.word());
            if (selector.isPresent()) {
                changeWith(exchange, verb, selector.get(), request);
            }
        });
    }

    /** New terms for what the body selects. */
    void setSelected(Exchange exchange) {
        bodies.read(exchange, AdjustJson::readAdjustment, request -> {
            Optional<Selector> selector = selector(exchange, request.select(), "set");
            if (selector.isPresent()) {
                set(exchange, selector.get(), request.terms());
            }
        });
    }

    /** What the text selects; if that is nothing, the call is refused here. */
    private Optional<Selector> selector(Exchange exchange, String text, String verb) throws Refused, StoreException {
        Selector written = Parameters.selector(text);
        Optional<Selector> selector = JobSelection.resolve(history, Callers.person(exchange), written);
        if (selector.isEmpty()) {
            exchange.refuse(new Rejection.NothingSelected(verb));
        }
        return selector;
    }

    /** New terms for the job of the path. */
    void setOne(Exchange exchange) {
        bodies.read(exchange, AdjustJson::readAdjustment, request -> set(exchange, one(exchange), request.terms()));
    }

    private void set(Exchange exchange, Selector selector, Terms terms) throws StoreException {
        Caller caller = Callers.person(exchange);
        Optional<JobId> named = JobSelection.named(selector);
        if (named.isPresent() && facts.closed(caller, named.get()).isPresent()) {
            exchange.refuse(new Rejection.IllegalTransition(named.get(), "set", "all its tasks are done or cancelled"));
            return;
        }
        desk.ask(exchange, new Command.Adjust(caller, selector, terms), Reply.class, reply -> {
            Optional<Rejection> over = over(caller, "set", selector, reply);
            if (over.isPresent()) {
                exchange.refuse(over.get());
                return;
            }
            desk.answer(
                    exchange,
                    reply,
                    Reply.Adjusted.class,
                    adjusted -> exchange.json(200, Json.write(adjusted, AdjustJson::writeAdjusted)));
        });
    }

    /** Of what matches nothing is open: who names jobs that are over is not told that there are none. */
    private Optional<Rejection> over(Caller caller, String verb, Selector selector, Reply reply) throws StoreException {
        if (!(reply instanceof Reply.Refused refused) || !(refused.why() instanceof Rejection.NothingSelected)) {
            return Optional.empty();
        }
        return JobSelection.closed(history, caller, selector, 1).stream()
                .findFirst()
                .map(job -> new Rejection.IllegalTransition(job.id(), verb, "all its tasks are done or cancelled"));
    }

    /** The verb on the job of the path. */
    void changeOne(Exchange exchange) {
        Verb verb = Words.verb(exchange.parameter("verb"));
        if (verb == null) {
            exchange.refuse(ShellProblems.notFound(exchange.path()));
        } else if (exchange.length() == 0) {
            exchange.work(() -> change(exchange, new Change(verb, one(exchange), Files.none(blobs), true)));
        } else {
            bodies.read(
                    exchange,
                    SubmissionJson::readChange,
                    request -> changeWith(exchange, verb, one(exchange), request));
        }
    }

    void delete(Exchange exchange) {
        exchange.work(() -> change(exchange, new Change(Verb.DELETE, one(exchange), Files.none(blobs), true)));
    }

    private static Selector one(Exchange exchange) throws Refused {
        return new Selector.OneJob(Parameters.job(exchange));
    }

    /** New versions of files that come with a verb, and the claim on their content. */
    private record Files(Command.@Nullable FreshFiles fresh, BlobClaim claim) {
        static Files none(BlobAccess blobs) {
            return new Files(null, blobs.nothing());
        }
    }

    private void changeWith(Exchange exchange, Verb verb, Selector selector, ChangeRequest request)
            throws StoreException, IOException {
        Files files = files(exchange, verb, selector, request);
        files.claim().until(() -> change(exchange, new Change(verb, selector, files, true)));
    }

    private Files files(Exchange exchange, Verb verb, Selector selector, ChangeRequest request)
            throws StoreException, IOException {
        ChangeRequest.Fresh fresh = request.fresh();
        if (fresh == null) {
            return Files.none(blobs);
        }
        if (verb != Verb.RETRY) {
            throw Parameters.contradiction("fresh", "only retry takes new versions of files");
        }
        JobBodies.hold(exchange, fresh.inputs(), fresh.pages());
        List<InputFile> files = JobBodies.files(fresh.inputs(), fresh.pages());
        Optional<JobId> named = JobSelection.named(selector);
        Optional<Owner> owner = named.isEmpty() ? Optional.empty() : history.owner(named.get());
        Demand demand = quotas.demand(owner.orElse(Callers.person(exchange).owner()), files);
        BlobClaim claim = blobs.claim(exchange.token(), files.stream().map(NamedBlob::of));
        return new Files(new Command.FreshFiles(fresh.inputs(), fresh.pages(), claim.missing(), demand), claim);
    }

    /**
     * What is asked for.
     *
     * @param again whether to look once more if a job closes just between our look and the loop's decision
     */
    private record Change(Verb verb, Selector selector, Files files, boolean again) {
        private Change once() {
            return new Change(verb, selector, files, false);
        }
    }

    private void change(Exchange exchange, Change change) throws StoreException, Refused {
        Caller caller = Callers.person(exchange);
        Verb verb = change.verb();
        List<JobId> closed = closed(caller, verb, change.selector());
        if (!takesClosed(verb)) {
            change(exchange, change, closed, () -> {});
            return;
        }
        List<JobId> held = new ArrayList<>();
        for (JobId job : closed) {
            if (!changing.add(job)) {
                held.forEach(changing::remove);
                change.files().claim().release();
                exchange.refuse(new Rejection.IllegalTransition(
                        job, verb.word(), "another call opens it again or deletes it at this moment"));
                return;
            }
            held.add(job);
        }
        try {
            change(exchange, change, closed, () -> held.forEach(changing::remove));
        } catch (StoreException | RuntimeException failed) {
            held.forEach(changing::remove);
            throw failed;
        }
    }

    /**
     * @param found the closed jobs that are meant
     * @param decided runs when nobody depends on what we found in the store any more
     */
    private void change(Exchange exchange, Change change, List<JobId> found, Runnable decided) throws StoreException {
        Caller caller = Callers.person(exchange);
        Verb verb = change.verb();
        Selector selector = change.selector();
        Files files = change.files();
        List<StoredJob> closed = new ArrayList<>();
        for (JobId id : found) {
            (verb == Verb.RETRY ? history.job(id) : history.outline(id)).ifPresent(closed::add);
        }
        List<StoredJob> before = verb == Verb.RETRY ? predecessors(caller, selector) : List.of();
        Command command = new Command.ChangeJobs(caller, verb, selector, closed, files.fresh(), before);
        desk.ask(exchange, command, files.claim(), decided, reply -> {
            boolean unknown = reply instanceof Reply.Refused refused
                    && (refused.why() instanceof Rejection.UnknownJob
                            || refused.why() instanceof Rejection.NothingSelected);
            if (unknown
                    && change.again()
                    && closed.isEmpty()
                    && !closed(caller, verb, selector).isEmpty()) {
                change(exchange, change.once());
                return false;
            }
            if (files.fresh() != null) {
                quotas.changed();
            }
            Optional<Rejection> over =
                    takesClosed(verb) ? Optional.empty() : over(caller, verb.word(), selector, reply);
            if (over.isPresent()) {
                exchange.refuse(over.get());
                return true;
            }
            desk.answer(
                    exchange,
                    reply,
                    Reply.Changed.class,
                    changed -> exchange.json(200, Json.write(changed, AnswerJson::writeChanged)));
            return true;
        });
    }

    private List<StoredJob> predecessors(Caller caller, Selector selector) throws StoreException {
        Optional<JobId> named = JobSelection.named(selector);
        Optional<StoredJob> job = named.isEmpty() ? Optional.empty() : history.outline(named.get());
        return job.isEmpty() || !caller.mayTouch(job.get().owner())
                ? List.of()
                : facts.predecessors(job.get().spec());
    }

    private static boolean takesClosed(Verb verb) {
        return verb == Verb.RETRY || verb == Verb.DELETE;
    }

    /** Other verbs are told of a closed job only if it is named by its number, to say why nothing comes of it. */
    private List<JobId> closed(Caller caller, Verb verb, Selector selector) throws StoreException, Refused {
        if (!takesClosed(verb) && !selector.isOfOneJob()) {
            return List.of();
        }
        List<JobSummary> closed = JobSelection.closed(history, caller, selector, MOST_CLOSED + 1);
        if (closed.size() > MOST_CLOSED) {
            throw Parameters.contradiction(
                    "select",
                    "more than " + MOST_CLOSED + " closed jobs match, the most for one call; select fewer, for example"
                            + " by their numbers");
        }
        return closed.stream().map(JobSummary::id).sorted().toList();
    }
}
