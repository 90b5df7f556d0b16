package org.gleaner.server.route;

import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.gleaner.core.desk.TakenFiles;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.QuotaUse;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.SpecBounds;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.SubmissionKey;
import org.gleaner.core.grid.Violation;
import org.gleaner.core.job.Bundle;
import org.gleaner.core.job.Hosting;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.JobWeight;
import org.gleaner.protocol.json.AnswerJson;
import org.gleaner.protocol.json.BundleJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.MatchJson;
import org.gleaner.protocol.json.SubmissionJson;
import org.gleaner.protocol.problem.ShellProblems;
import org.gleaner.protocol.wording.MatchWords;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.http.Refused;
import org.gleaner.server.problem.ProblemHosts;
import org.jspecify.annotations.Nullable;

/** How jobs come: submitted, or first asked about. */
record SubmitRoutes(
        LoopDesk desk,
        BlobAccess blobs,
        Quotas quotas,
        JobBodies bodies,
        TakenFiles taken,
        RowRoom rows,
        ProblemHosts hosts) {
    void submit(Exchange exchange) {
        bodies.read(exchange, SubmissionJson::readSubmission, submission -> {
            Caller caller = Callers.person(exchange);
            // Looked at here too: what is far too large shall cost the loop nothing.
            List<Violation> tooLarge = SpecBounds.violations(submission.spec());
            if (!tooLarge.isEmpty()) {
                throw Refused.of(new Rejection.InvalidSpec(tooLarge));
            }
            checkSources(caller, List.of(submission.spec()));
            Hosting hosting = submission.spec().hosting();
            Optional<String> obstacle = hosting == null ? Optional.empty() : hosts.obstacle();
            if (obstacle.isPresent()) {
                throw new Refused(ShellProblems.noHosts(obstacle.get()));
            }
            JobBodies.hold(exchange, submission.spec().files(), submission.pages());
            SubmissionKey key = key(exchange, caller, () -> SubmissionJson.fingerprint(submission));
            long weight = JobWeight.spec(submission.spec())
                    + JobBodies.weight(submission.spec().files(), submission.pages());
            try (RowRoom.Claim room = rows.claim(weight)) {
                Optional<Reply> instead = cramped(room, key);
                List<InputFile> files = JobBodies.files(submission.spec().files(), submission.pages());
                if (hosting != null) {
                    files.add(hosting.state());
                }
                QuotaUse demand = quotas.demand(caller.owner(), files);
                BlobClaim claim = blobs.claim(exchange.token(), files.stream().map(NamedBlob::of));
                Command.Submit submit = new Command.Submit(
                        caller, submission.spec(), submission.pages(), key, claim.missing(), List.of(), demand);
                desk.ask(
                        exchange,
                        instead.map(submit::orElse).orElse(submit),
                        room.until(quotas.changedBy(claim)),
                        Reply.Submitted.class,
                        done -> exchange.json(done.again() ? 200 : 201, Json.write(done, AnswerJson::writeSubmitted)));
            }
        });
    }

    /** Several jobs, all of which are taken or none. */
    void submitAll(Exchange exchange) {
        bodies.read(exchange, BundleJson::readBundle, bundle -> {
            Caller caller = Callers.person(exchange);
            long weight = 0;
            for (int i = 0; i < bundle.members().size(); i++) {
                Bundle.Member member = bundle.members().get(i);
                List<Violation> tooLarge = SpecBounds.violations(member.spec());
                if (!tooLarge.isEmpty()) {
                    throw Refused.of(new Rejection.InMember(i + 1, new Rejection.InvalidSpec(tooLarge)));
                }
                weight += JobWeight.spec(member.spec())
                        + JobWeight.files(member.spec())
                        + JobBodies.weight(List.of(), member.pages());
            }
            exchange.hold(weight);
            checkSources(caller, bundle.specs());
            SubmissionKey key = key(exchange, caller, () -> BundleJson.fingerprint(bundle));
            try (RowRoom.Claim room = rows.claim(weight)) {
                Optional<Reply> instead = cramped(room, key);
                List<InputFile> files = bundle.files();
                QuotaUse demand = quotas.demand(caller.owner(), files);
                BlobClaim claim = blobs.claim(exchange.token(), files.stream().map(NamedBlob::of));
                Command.SubmitAll submit =
                        new Command.SubmitAll(caller, bundle, key, claim.missing(), List.of(), demand);
                desk.ask(
                        exchange,
                        instead.map(submit::orElse).orElse(submit),
                        room.until(quotas.changedBy(claim)),
                        Reply.SubmittedAll.class,
                        done -> exchange.json(done.again() ? 200 : 201, Json.write(done, BundleJson::writeSubmitted)));
            }
        });
    }

    /** What is answered where there is no room, unless the key tells that it was taken before. */
    static Optional<Reply> cramped(RowRoom.Claim room, @Nullable SubmissionKey key) throws Refused {
        if (key == null) {
            room.check();
        }
        return room.fits()
                ? Optional.empty()
                : Optional.of(new Reply.Unavailable(Reply.Unavailable.Why.NOTHING_WRITTEN, true));
    }

    /** Which nodes could run the job of the body, and what would keep it out; nothing is submitted. */
    void match(Exchange exchange) {
        bodies.read(exchange, MatchJson::readQuestion, spec -> {
            Caller caller = Callers.person(exchange);
            QuotaUse demand = quotas.foreseen(exchange.token(), caller.owner(), spec.files(), blobs);
            desk.ask(
                    exchange,
                    new Question.Preview(caller, spec, demand),
                    Reply.Matched.class,
                    found -> exchange.json(200, Json.write(MatchWords.report(found), MatchJson::writeMatched)));
        });
    }

    /** What is gone already is said at once, and not when the first task is blocked for it. */
    private void checkSources(Caller caller, List<JobSpec> specs) throws StoreException, Refused {
        for (JobSpec spec : specs) {
            Optional<TakenFiles.Gone> gone = taken.gone(caller, spec);
            if (gone.isPresent()) {
                String day = gone.get()
                        .since()
                        .atOffset(ZoneOffset.UTC)
                        .toLocalDate()
                        .toString();
                throw new Refused(ShellProblems.sourceRetired(gone.get().job(), day));
            }
        }
    }

    static @Nullable SubmissionKey key(Exchange exchange, Caller caller, LongSupplier fingerprint) throws Refused {
        Optional<String> text = exchange.header("Idempotency-Key");
        return text.isEmpty()
                ? null
                : Parameters.valid(
                        "Idempotency-Key",
                        () -> new SubmissionKey(caller.owner(), text.get(), fingerprint.getAsLong()));
    }
}
