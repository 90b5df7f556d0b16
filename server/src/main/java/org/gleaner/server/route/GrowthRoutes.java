package org.gleaner.server.route;

import java.util.List;
import java.util.Optional;
import org.gleaner.core.desk.JobFacts;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.QuotaUse;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.SubmissionKey;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.InputFile;
import org.gleaner.protocol.json.AnswerJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.SubmissionJson;
import org.gleaner.server.http.Exchange;

/** How tasks come to a job that is there, and how it is said that no more come. */
record GrowthRoutes(LoopDesk desk, JobFacts facts, BlobAccess blobs, Quotas quotas, JobBodies bodies, RowRoom rows) {
    void add(Exchange exchange) {
        bodies.read(exchange, SubmissionJson::readAddition, addition -> {
            Caller caller = Callers.person(exchange);
            JobId job = Parameters.job(exchange);
            JobBodies.hold(exchange, List.of(), addition.pages());
            SubmissionKey key = SubmitRoutes.key(exchange, caller, () -> SubmissionJson.fingerprint(job, addition));
            try (RowRoom.Claim room = rows.claim(JobBodies.weight(List.of(), addition.pages()))) {
                Optional<Reply> instead = SubmitRoutes.cramped(room, key);
                List<InputFile> files = JobBodies.files(List.of(), addition.pages());
                QuotaUse demand = quotas.demand(facts.keeper(caller, new Selector.OneJob(job)), files);
                BlobClaim claim = blobs.claim(exchange.token(), files.stream().map(NamedBlob::of));
                Command.AddTasks add = new Command.AddTasks(
                        caller, job, addition.first(), addition.entries(), key, claim.missing(), demand);
                desk.ask(
                        exchange,
                        instead.map(add::orElse).orElse(add),
                        room.until(quotas.changedBy(claim)),
                        Reply.Added.class,
                        done -> exchange.json(
                                done.again() || done.tasks() == 0 ? 200 : 201,
                                Json.write(done, AnswerJson::writeAdded)));
            }
        });
    }

    void seal(Exchange exchange) {
        exchange.work(() -> desk.show(
                exchange,
                new Command.Seal(Callers.person(exchange), Parameters.job(exchange)),
                Reply.Sealed.class,
                AnswerJson::writeSealed));
    }
}
