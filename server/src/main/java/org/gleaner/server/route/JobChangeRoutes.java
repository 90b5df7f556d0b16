package org.gleaner.server.route;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.SubmissionKey;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.store.History;
import org.gleaner.core.store.StoreException;
import org.gleaner.core.store.StoredJob;
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
    private final Executor readers;

    /** @param readers threads that wait for large bodies, apart from those that wait for the store */
    JobChangeRoutes(LoopDesk desk, History history, JobFacts facts, BlobAccess blobs, Executor readers) {
        this.desk = desk;
        this.history = history;
        this.facts = facts;
        this.blobs = blobs;
        this.readers = readers;
    }

    void submit(Exchange exchange) {
        read(exchange, SubmissionJson::readSubmission, submission -> {
            Caller caller = Callers.person(exchange);
            List<InputFile> files = submission.spec().files();
            addFiles(submission.pages(), files);
            SubmissionKey key = key(exchange, caller, submission);
            List<BlobHash> missing =
                    blobs.missing(exchange.token(), files.stream().map(InputFile::hash));
            submit(exchange, new Wish(caller, submission, key, missing), true);
        });
    }

    /** A submission with all that was found out about it but its predecessors. */
    private record Wish(
            Caller caller, Submission submission, @Nullable SubmissionKey key, List<BlobHash> missing) {}

    /** @param again whether to look once more if a predecessor closes just between our look and the loop's decision */
    private void submit(Exchange exchange, Wish wish, boolean again) throws StoreException {
        JobSpec spec = wish.submission().spec();
        Command command = new Command.Submit(
                wish.caller(), spec, wish.submission().pages(), wish.key(), wish.missing(), facts.predecessors(spec));
        desk.ask(exchange, command, Reply.class, reply -> {
            boolean unknown =
                    reply instanceof Reply.Refused refused && refused.why() instanceof Rejection.UnknownPredecessor;
            if (unknown && again) {
                submit(exchange, wish, false);
            } else {
                desk.answer(
                        exchange,
                        reply,
                        Reply.Submitted.class,
                        done -> exchange.json(done.again() ? 200 : 201, Json.write(done, AnswerJson::writeSubmitted)));
            }
        });
    }

    /** Which nodes could run the job of the body; nothing is submitted. */
    void match(Exchange exchange) {
        read(
                exchange,
                MatchJson::readQuestion,
                spec -> desk.ask(
                        exchange,
                        new Command.Preview(Callers.person(exchange), spec),
                        Reply.Matched.class,
                        matched -> exchange.json(200, Json.write(matched, MatchJson::writeMatched))));
    }

    private static @Nullable SubmissionKey key(Exchange exchange, Caller caller, Submission submission) throws Refused {
        Optional<String> text = exchange.header("Idempotency-Key");
        try {
            return text.isEmpty()
                    ? null
                    : new SubmissionKey(caller.owner(), text.get(), SubmissionJson.fingerprint(submission));
        } catch (IllegalArgumentException e) {
            throw Parameters.wrong("Idempotency-Key", String.valueOf(e.getMessage()));
        }
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
            Caller caller = Callers.person(exchange);
            Selector written = Parameters.selector(request.select());
            Optional<Selector> selector = JobSelection.resolve(history, caller, written);
            if (selector.isEmpty()) {
                exchange.refuse(new Rejection.NothingSelected(verb.word()));
            } else {
                change(exchange, verb, selector.get(), fresh(exchange, verb, request), true);
            }
        });
    }

    /** The verb on the job of the path. */
    void changeOne(Exchange exchange) {
        Verb verb = Words.verb(exchange.parameter("verb"));
        if (verb == null) {
            exchange.refuse(ShellProblems.notFound(exchange.path()));
        } else if (exchange.length() == 0) {
            exchange.work(() -> change(exchange, verb, one(exchange), null, true));
        } else {
            read(
                    exchange,
                    SubmissionJson::readChange,
                    request -> change(exchange, verb, one(exchange), fresh(exchange, verb, request), true));
        }
    }

    void delete(Exchange exchange) {
        exchange.work(() -> change(exchange, Verb.DELETE, one(exchange), null, true));
    }

    private static Selector one(Exchange exchange) throws Refused {
        return new Selector.OneJob(Parameters.job(exchange));
    }

    private Command.@Nullable FreshFiles fresh(Exchange exchange, Verb verb, ChangeRequest request)
            throws StoreException, IOException {
        ChangeRequest.Fresh fresh = request.fresh();
        if (fresh == null) {
            return null;
        }
        if (verb != Verb.RETRY) {
            throw Parameters.wrong("fresh", "only retry takes new versions of files");
        }
        List<InputFile> files = new ArrayList<>(fresh.inputs());
        addFiles(fresh.pages(), files);
        return new Command.FreshFiles(
                fresh.inputs(),
                fresh.pages(),
                blobs.missing(exchange.token(), files.stream().map(InputFile::hash)));
    }

    /** @param again whether to look once more if the job closes just between our look and the loop's decision */
    private void change(
            Exchange exchange, Verb verb, Selector selector, Command.@Nullable FreshFiles fresh, boolean again)
            throws StoreException {
        Caller caller = Callers.person(exchange);
        List<StoredJob> closed = closed(caller, selector);
        List<StoredJob> before = verb == Verb.RETRY ? predecessors(caller, selector) : List.of();
        Command command = new Command.ChangeJobs(caller, verb, selector, closed, fresh, before);
        desk.ask(exchange, command, Reply.class, reply -> {
            boolean unknown = reply instanceof Reply.Refused refused && refused.why() instanceof Rejection.UnknownJob;
            if (unknown
                    && again
                    && closed.isEmpty()
                    && !closed(caller, selector).isEmpty()) {
                change(exchange, verb, selector, fresh, false);
            } else {
                desk.answer(
                        exchange,
                        reply,
                        Reply.Changed.class,
                        changed -> exchange.json(200, Json.write(changed, AnswerJson::writeChanged)));
            }
        });
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
