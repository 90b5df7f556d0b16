package org.gleaner.server.route;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.TreeMap;
import org.gleaner.core.desk.JobFacts;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.json.AnswerJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.StatusJson;
import org.gleaner.protocol.message.JobDetail;
import org.gleaner.protocol.message.JobPage;
import org.gleaner.protocol.message.JobQuery;
import org.gleaner.protocol.message.JobStates;
import org.gleaner.protocol.wording.ReasonWords;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.http.Refused;

/** Questions about jobs: which there are, what one is, why it does not run. */
final class JobQueryRoutes {
    private static final int USUAL_JOBS = 100;
    private static final int QUERY_LIMIT = 1 << 20;

    private final LoopDesk desk;
    private final JobFacts facts;
    private final LongLists lists = new LongLists();

    JobQueryRoutes(LoopDesk desk, JobFacts facts) {
        this.desk = desk;
        this.facts = facts;
    }

    void list(Exchange exchange) throws Refused {
        int limit = Parameters.count(exchange, "limit", USUAL_JOBS);
        Caller caller = Callers.person(exchange);
        Command command = exchange.query("select").isEmpty()
                ? new Question.ListJobs(caller, new Selector.All(), null, limit + 1, true)
                : new Question.ListJobs(caller, selected(exchange), null, limit + 1);
        desk.ask(exchange, command, Reply.Jobs.class, found -> {
            List<JobSummary> jobs = found.jobs();
            boolean more = jobs.size() > limit;
            JobPage page = new JobPage(more ? jobs.subList(0, limit) : jobs, more);
            exchange.json(200, Json.write(page, StatusJson::writeJobs));
        });
    }

    private static Selector selected(Exchange exchange) throws Refused {
        return Parameters.selector(exchange.query("select").orElse("all"));
    }

    /** Many jobs by their numbers in one call; those that the caller may not see look like those that never were. */
    void query(Exchange exchange) {
        exchange.body(QUERY_LIMIT, content -> {
            JobQuery query = exchange.read(content, StatusJson::readQuery);
            Command command = new Question.ListJobs(Callers.person(exchange), query.selector());
            desk.ask(
                    exchange,
                    command,
                    Reply.Jobs.class,
                    found -> exchange.json(200, Json.write(states(query, found), StatusJson::writeStates)));
        });
    }

    private static JobStates states(JobQuery query, Reply.Jobs answer) {
        TreeMap<JobId, JobSummary> jobs = new TreeMap<>();
        answer.jobs().forEach(job -> jobs.put(job.id(), job));
        List<JobSummary> found = new ArrayList<>();
        List<JobId> unknown = new ArrayList<>();
        for (JobId id : new LinkedHashSet<>(query.ids())) {
            JobSummary job = jobs.get(id);
            if (job == null) {
                unknown.add(id);
            } else {
                found.add(job);
            }
        }
        return new JobStates(found, unknown);
    }

    void detail(Exchange exchange) throws StoreException, IOException {
        StoredJob job = new VisibleJobs(facts).job(exchange);
        lists.inTurn(LongLists.isLong(job.spec().aside()), () -> {
            JobDetail detail = new JobDetail(JobFacts.summary(job), facts.whole(job));
            exchange.json(200, Json.write(detail, StatusJson::writeDetail));
        });
    }

    void whyOne(Exchange exchange) throws Refused {
        why(exchange, new Selector.OneJob(Parameters.job(exchange)));
    }

    void why(Exchange exchange) throws Refused {
        why(exchange, selected(exchange));
    }

    private void why(Exchange exchange, Selector selector) {
        Command command = new Question.AskWhy(Callers.person(exchange), selector);
        desk.ask(
                exchange,
                command,
                Reply.Explained.class,
                told -> exchange.json(200, Json.write(ReasonWords.explain(told), AnswerJson::writeExplained)));
    }
}
