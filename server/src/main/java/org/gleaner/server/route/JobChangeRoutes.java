package org.gleaner.server.route;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Demand;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.grid.SubmissionKey;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.Terms;
import org.gleaner.core.store.History;
import org.gleaner.protocol.json.AdjustJson;
import org.gleaner.protocol.json.AnswerJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.JsonReader;
import org.gleaner.protocol.json.MatchJson;
import org.gleaner.protocol.json.SubmissionJson;
import org.gleaner.protocol.json.Words;
import org.gleaner.protocol.message.ChangeRequest;
import org.gleaner.protocol.message.Submission;
import org.gleaner.protocol.problem.ShellProblems;
import org.gleaner.server.http.Endpoint;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.http.Refused;
import org.jspecify.annotations.Nullable;

/** What owners do with jobs: submit them, and the verbs. */
final class JobChangeRoutes {
    private static final long JOB_LIMIT = 256L << 20;
    private static final int SMALL = 1 << 20;

    private final LoopDesk desk;
    private final History history;
    private final JobFacts facts;
    private final BlobAccess blobs;
    private final Quotas quotas;
    private final Executor readers;
    /**
     * Closed jobs that a call is about to open again or to delete. What it has read of the job must stay true until it
     * is decided: the store would refuse the whole batch, and everybody in it would be told to try again.
     */
    private final Set<JobId> changing = ConcurrentHashMap.newKeySet();

    /** @param readers threads that wait for large bodies, apart from those that wait for the store */
    JobChangeRoutes(LoopDesk desk, History history, JobFacts facts, BlobAccess blobs, Quotas quotas, Executor readers) {
        this.desk = desk;
        this.history = history;
        this.facts = facts;
        this.blobs = blobs;
        this.quotas = quotas;
        this.readers = readers;
    }

    void submit(Exchange exchange) {
        read(exchange, SubmissionJson::readSubmission, submission -> {
            Caller caller = Callers.person(exchange);
            List<InputFile> files = submission.spec().files();
            addFiles(submission.pages(), files);
            SubmissionKey key = key(exchange, caller, submission);
            Demand demand = quotas.demand(caller.owner(), files);
            BlobClaim claim = blobs.claim(exchange.token(), files.stream().map(InputFile::hash));
            claim.until(() -> submit(exchange, new Wish(caller, submission, key, claim, demand), true));
        });
    }

    /** A submission with all that was found out about it but its predecessors. */
    private record Wish(
            Caller caller, Submission submission, @Nullable SubmissionKey key, BlobClaim claim, Demand demand) {
        Command command(List<StoredJob> predecessors) {
            return new Command.Submit(
                    caller, submission.spec(), submission.pages(), key, claim.missing(), predecessors, demand);
        }
    }

    /** @param again whether to look once more if a predecessor closes just between our look and the loop's decision */
    private void submit(Exchange exchange, Wish wish, boolean again) throws StoreException {
        Command command = wish.command(facts.predecessors(wish.submission().spec()));
        askWith(wish.claim(), exchange, command, () -> {}, reply -> {
            boolean unknown =
                    reply instanceof Reply.Refused refused && refused.why() instanceof Rejection.UnknownPredecessor;
            if (unknown && again) {
                submit(exchange, wish, false);
                return false;
            }
            quotas.changed();
            desk.answer(
                    exchange,
                    reply,
                    Reply.Submitted.class,
                    done -> exchange.json(done.again() ? 200 : 201, Json.write(done, AnswerJson::writeSubmitted)));
            return true;
        });
    }

    /** Which nodes could run the job of the body; nothing is submitted. */
    void match(Exchange exchange) {
        read(
                exchange,
                MatchJson::readQuestion,
                spec -> desk.show(
                        exchange,
                        new Command.Preview(Callers.person(exchange), spec),
                        Reply.Matched.class,
                        MatchJson::writeMatched));
    }

    private static @Nullable SubmissionKey key(Exchange exchange, Caller caller, Submission submission) throws Refused {
        Optional<String> text = exchange.header("Idempotency-Key");
        return text.isEmpty()
                ? null
                : Parameters.valid(
                        "Idempotency-Key",
                        () -> new SubmissionKey(caller.owner(), text.get(), SubmissionJson.fingerprint(submission)));
    }

    private static void addFiles(List<EntryPage> pages, List<InputFile> files) {
        pages.forEach(page -> page.entries().forEach(entry -> files.addAll(entry.files())));
    }

    /** The verb on what the body selects. */
    Endpoint selected(Verb verb) {
        return exchange -> changeSelected(exchange, verb);
    }

    private void changeSelected(Exchange exchange, Verb verb) {
        read(exchange, SubmissionJson::readChange, request -> {
            Optional<Selector> selector = selector(exchange, request.select(), verb.word());
            if (selector.isPresent()) {
                changeWith(exchange, verb, selector.get(), request);
            }
        });
    }

    /** New terms for what the body selects. */
    void setSelected(Exchange exchange) {
        read(exchange, AdjustJson::readAdjustment, request -> {
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
        read(exchange, AdjustJson::readAdjustment, request -> set(exchange, one(exchange), request.terms()));
    }

    private void set(Exchange exchange, Selector selector, Terms terms) throws StoreException {
        Caller caller = Callers.person(exchange);
        Optional<JobId> named = JobSelection.named(selector);
        if (named.isPresent() && facts.closed(caller, named.get()).isPresent()) {
            exchange.refuse(new Rejection.IllegalTransition(named.get(), "set", "all its tasks are done or cancelled"));
            return;
        }
        desk.show(
                exchange, new Command.Adjust(caller, selector, terms), Reply.Adjusted.class, AdjustJson::writeAdjusted);
    }

    /** The verb on the job of the path. */
    void changeOne(Exchange exchange) {
        Verb verb = Words.verb(exchange.parameter("verb"));
        if (verb == null) {
            exchange.refuse(ShellProblems.notFound(exchange.path()));
        } else if (exchange.length() == 0) {
            exchange.work(() -> change(exchange, verb, one(exchange), Files.none(blobs), true));
        } else {
            read(exchange, SubmissionJson::readChange, request -> changeWith(exchange, verb, one(exchange), request));
        }
    }

    void delete(Exchange exchange) {
        exchange.work(() -> change(exchange, Verb.DELETE, one(exchange), Files.none(blobs), true));
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
        Files files = files(exchange, verb, request);
        files.claim().until(() -> change(exchange, verb, selector, files, true));
    }

    private Files files(Exchange exchange, Verb verb, ChangeRequest request) throws StoreException, IOException {
        ChangeRequest.Fresh fresh = request.fresh();
        if (fresh == null) {
            return Files.none(blobs);
        }
        if (verb != Verb.RETRY) {
            throw Parameters.wrong("fresh", "only retry takes new versions of files");
        }
        List<InputFile> files = new ArrayList<>(fresh.inputs());
        addFiles(fresh.pages(), files);
        BlobClaim claim = blobs.claim(exchange.token(), files.stream().map(InputFile::hash));
        return new Files(new Command.FreshFiles(fresh.inputs(), fresh.pages(), claim.missing()), claim);
    }

    /** @param again whether to look once more if the job closes just between our look and the loop's decision */
    private void change(Exchange exchange, Verb verb, Selector selector, Files files, boolean again)
            throws StoreException {
        Caller caller = Callers.person(exchange);
        boolean takes = verb == Verb.RETRY || verb == Verb.DELETE;
        if (!takes || closed(caller, selector).isEmpty()) {
            change(exchange, verb, selector, files, again, () -> {});
            return;
        }
        JobId job = JobSelection.named(selector).orElseThrow();
        if (!changing.add(job)) {
            files.claim().release();
            exchange.refuse(new Rejection.IllegalTransition(
                    job, verb.word(), "another call opens it again or deletes it at this moment"));
            return;
        }
        try {
            change(exchange, verb, selector, files, again, () -> changing.remove(job));
        } catch (StoreException | RuntimeException failed) {
            changing.remove(job);
            throw failed;
        }
    }

    /** @param decided runs when nobody depends on what we found in the store any more */
    private void change(Exchange exchange, Verb verb, Selector selector, Files files, boolean again, Runnable decided)
            throws StoreException {
        Caller caller = Callers.person(exchange);
        List<StoredJob> closed = closed(caller, selector);
        List<StoredJob> before = verb == Verb.RETRY ? predecessors(caller, selector) : List.of();
        Command command = new Command.ChangeJobs(caller, verb, selector, closed, files.fresh(), before);
        askWith(files.claim(), exchange, command, decided, reply -> {
            boolean unknown = reply instanceof Reply.Refused refused && refused.why() instanceof Rejection.UnknownJob;
            if (unknown
                    && again
                    && closed.isEmpty()
                    && !closed(caller, selector).isEmpty()) {
                change(exchange, verb, selector, files, false);
                return false;
            }
            desk.answer(
                    exchange,
                    reply,
                    Reply.Changed.class,
                    changed -> exchange.json(200, Json.write(changed, AnswerJson::writeChanged)));
            return true;
        });
    }

    /** Answers the reply to a command that names blobs, or asks once more. */
    private interface Handling {
        /** @return false if it was asked once more, so that the blobs are still claimed */
        boolean handle(Reply reply) throws IOException, StoreException;
    }

    /** Asks, and keeps the claim until the last decision. */
    private void askWith(BlobClaim claim, Exchange exchange, Command command, Runnable decided, Handling handling) {
        boolean taken = desk.ask(
                exchange,
                command,
                decided,
                Reply.class,
                reply -> claim.until(() -> {
                    if (handling.handle(reply)) {
                        claim.release();
                    }
                }));
        if (!taken) {
            claim.release();
        }
    }

    private List<StoredJob> predecessors(Caller caller, Selector selector) throws StoreException {
        Optional<JobId> named = JobSelection.named(selector);
        Optional<StoredJob> job = named.isEmpty() ? Optional.empty() : history.outline(named.get());
        return job.isEmpty() || !caller.mayTouch(job.get().owner())
                ? List.of()
                : facts.predecessors(job.get().spec());
    }

    private List<StoredJob> closed(Caller caller, Selector selector) throws StoreException {
        Optional<JobId> named = JobSelection.named(selector);
        if (named.isEmpty() || facts.closed(caller, named.get()).isEmpty()) {
            return List.of();
        }
        return history.job(named.get()).map(List::of).orElse(List.of());
    }

    /** What goes on when a message was read, on a thread that may wait for the store. */
    private interface Then<T> {
        void take(T message) throws IOException, StoreException;
    }

    /** Small bodies are collected without a thread; large or compressed ones are read while they come. */
    private <T> void read(Exchange exchange, JsonReader<T> reader, Then<T> then) {
        String encoding = exchange.header("Content-Encoding").orElse("identity").toLowerCase(Locale.ROOT);
        long length = exchange.length();
        if (encoding.equals("identity") && length >= 0 && length <= SMALL) {
            exchange.body(SMALL, content -> exchange.work(() -> then.take(Json.read(content, reader))));
        } else if (encoding.equals("identity")) {
            exchange.work(readers, () -> then.take(Json.read(exchange.input(JOB_LIMIT), reader)));
        } else if (encoding.equals("gzip")) {
            exchange.work(readers, () -> then.take(Json.read(inflated(exchange), reader)));
        } else {
            exchange.refuse(ShellProblems.unsupportedMediaType(encoding));
        }
    }

    private static InputStream inflated(Exchange exchange) throws IOException {
        try {
            return exchange.bounded(new GZIPInputStream(exchange.input(JOB_LIMIT)), JOB_LIMIT);
        } catch (ZipException | EOFException e) {
            throw Parameters.wrong("Content-Encoding", "the body is not gzip");
        }
    }
}
