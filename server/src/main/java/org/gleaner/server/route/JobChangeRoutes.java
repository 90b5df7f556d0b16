package org.gleaner.server.route;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.gleaner.core.desk.JobFacts;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.QuotaUse;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.Terms;
import org.gleaner.protocol.json.AdjustJson;
import org.gleaner.protocol.json.AnswerJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.SubmissionJson;
import org.gleaner.protocol.json.Words;
import org.gleaner.protocol.message.ChangeRequest;
import org.gleaner.protocol.wording.ChangeWords;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.http.Refused;
import org.gleaner.server.http.RouteHandler;
import org.jspecify.annotations.Nullable;

/** What owners do with jobs that are there: the verbs, and new terms. */
record JobChangeRoutes(LoopDesk desk, JobFacts facts, BlobAccess blobs, Quotas quotas, JobBodies bodies, RowRoom rows) {
    /** What frees space, or keeps more from being used. */
    private static final Set<Verb> MAKE_ROOM = EnumSet.of(Verb.DELETE, Verb.CANCEL, Verb.PAUSE, Verb.BLOCK);

    /** The verb on what the body selects. */
    RouteHandler selected(Verb verb) {
        return exchange -> bodies.read(
                exchange,
                SubmissionJson::readChange,
                request -> changeWith(exchange, verb, selector(request.select(), request.ids()), request));
    }

    private static Selector selector(String select, List<JobId> ids) throws Refused {
        if (select.isEmpty() == ids.isEmpty()) {
            throw Parameters.contradiction("select", "the jobs are named either by select or by ids");
        }
        return ids.isEmpty() ? Parameters.selector(select) : new Selector.SomeJobs(new TreeSet<>(ids));
    }

    /** New terms for what the body selects. */
    void setSelected(Exchange exchange) {
        bodies.read(
                exchange,
                AdjustJson::readAdjustment,
                request -> set(exchange, selector(request.select(), request.ids()), request.terms()));
    }

    /** New terms for the job of the path. */
    void setOne(Exchange exchange) {
        bodies.read(exchange, AdjustJson::readAdjustment, request -> set(exchange, one(exchange), request.terms()));
    }

    private void set(Exchange exchange, Selector selector, Terms terms) {
        Command command = new Command.Adjust(Callers.person(exchange), selector, terms);
        desk.show(exchange, command, Reply.Adjusted.class, AdjustJson::writeAdjusted);
    }

    /** The verb on the job of the path. */
    void changeOne(Exchange exchange) {
        // Its description has let no other word in.
        Verb verb = Objects.requireNonNull(Words.verb(exchange.parameter("verb")));
        if (exchange.length() == 0) {
            exchange.work(() -> change(exchange, verb, one(exchange), null, () -> {}));
        } else {
            bodies.read(
                    exchange,
                    SubmissionJson::readChange,
                    request -> changeWith(exchange, verb, one(exchange), request));
        }
    }

    void delete(Exchange exchange) {
        exchange.work(() -> change(exchange, Verb.DELETE, one(exchange), null, () -> {}));
    }

    private static Selector one(Exchange exchange) throws Refused {
        return new Selector.OneJob(Parameters.job(exchange));
    }

    /** The verb with new versions of files, if there are any. */
    private void changeWith(Exchange exchange, Verb verb, Selector selector, ChangeRequest request)
            throws StoreException, IOException {
        ChangeRequest.Fresh fresh = request.fresh();
        if (fresh == null) {
            change(exchange, verb, selector, null, () -> {});
            return;
        }
        if (verb != Verb.RETRY) {
            throw Parameters.contradiction("fresh", "only retry takes new versions of files");
        }
        JobBodies.hold(exchange, fresh.inputs(), fresh.pages());
        try (RowRoom.Claim room = rows.claim(JobBodies.weight(fresh.inputs(), fresh.pages()))) {
            room.check();
            List<InputFile> files = JobBodies.files(fresh.inputs(), fresh.pages());
            QuotaUse demand = quotas.demand(facts.keeper(Callers.person(exchange), selector), files);
            BlobClaim claim = blobs.claim(exchange.token(), files.stream().map(NamedBlob::of));
            change(
                    exchange,
                    verb,
                    selector,
                    new Command.FreshFiles(fresh.inputs(), fresh.pages(), claim.missing(), demand),
                    room.until(quotas.changedBy(claim)));
        }
    }

    private void change(
            Exchange exchange, Verb verb, Selector selector, Command.@Nullable FreshFiles fresh, Runnable over)
            throws IOException {
        if (MAKE_ROOM.contains(verb)) {
            rows.makeWay();
        }
        Caller caller = Callers.person(exchange);
        desk.ask(
                exchange,
                new Command.ChangeJobs(caller, verb, selector, List.of(), fresh),
                over,
                Reply.Changed.class,
                changed -> exchange.json(200, Json.write(ChangeWords.report(changed), AnswerJson::writeChanged)));
    }
}
