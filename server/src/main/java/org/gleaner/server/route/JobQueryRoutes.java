package org.gleaner.server.route;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.desk.JobFacts;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Listing;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.protocol.json.AnswerJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.StatusJson;
import org.gleaner.protocol.json.TaskJson;
import org.gleaner.protocol.message.JobDetail;
import org.gleaner.protocol.message.JobPage;
import org.gleaner.protocol.message.JobQuery;
import org.gleaner.protocol.message.JobStates;
import org.gleaner.protocol.wording.ReasonWords;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.http.Refused;
import org.gleaner.server.problem.ProblemHosts;

/** Questions about jobs: which there are, what one is, why it does not run. */
final class JobQueryRoutes {
    private static final int USUAL_JOBS = 100;
    private static final int QUERY_LIMIT = 1 << 20;
    private static final Selector.Search EVERYTHING = new Selector.Search("", null, null, null);

    private final LoopDesk desk;
    private final JobFacts facts;
    private final ForecastRoutes forecasts;
    private final ProblemHosts hosts;
    private final LongLists lists = new LongLists();

    JobQueryRoutes(LoopDesk desk, JobFacts facts, ForecastRoutes forecasts, ProblemHosts hosts) {
        this.hosts = hosts;
        this.forecasts = forecasts;
        this.desk = desk;
        this.facts = facts;
    }

    void list(Exchange exchange) throws Refused {
        int limit = Parameters.count(exchange, "limit", USUAL_JOBS);
        Caller person = Callers.person(exchange);
        Selector selector = searched(exchange);
        Listing listing = listing(exchange, selector);
        Command command = new Question.ListJobs(
                Parameters.flag(exchange, "mine") ? person.alone() : person,
                selector,
                place(exchange).map(ListPlace::job).orElse(null),
                limit + 1,
                listing);
        desk.ask(exchange, command, Reply.Jobs.class, found -> {
            boolean more = found.jobs().size() > limit;
            List<JobSummary> jobs = more ? found.jobs().subList(0, limit) : found.jobs();
            String next = more
                    ? ListPlace.behind(jobs.get(limit - 1), listing.openFirst()).text()
                    : "";
            JobPage page = new JobPage(jobs, more, next, found.total(), forecasts.finishes(jobs), forecasts.now());
            exchange.json(200, Json.write(page, StatusJson::writeJobs));
        });
    }

    /** Only who says {@code all}, or an owner, means the open ones alone. */
    private static Listing listing(Exchange exchange, Selector selector) throws Refused {
        return new Listing(
                exchange.query("select").isEmpty() || !selector.isOpenOnly(),
                exchange.query("order").orElse("").equals("open-first"),
                Parameters.since(exchange),
                place(exchange).map(ListPlace::ended).orElse(null),
                Parameters.flag(exchange, "count"));
    }

    private static Optional<ListPlace> place(Exchange exchange) {
        return exchange.query("from").map(ListPlace::parse);
    }

    /** What was selected, or else what is looked for. */
    private static Selector searched(Exchange exchange) throws Refused {
        Selector.Search search = new Selector.Search(
                exchange.query("search").orElse(""),
                exchange.query("owner").map(Owner::new).orElse(null),
                Parameters.state(exchange),
                exchange.query("type").orElse(null));
        if (search.equals(EVERYTHING)) {
            return selected(exchange);
        }
        if (exchange.query("select").isPresent()) {
            throw Parameters.contradiction("select", "it can't be combined with search, owner, state or type");
        }
        return search;
    }

    private static Selector selected(Exchange exchange) throws Refused {
        return Parameters.selector(exchange.query("select").orElse("all"));
    }

    /** Many jobs by their numbers in one call; those that the caller may not see look like those that never were. */
    void query(Exchange exchange) {
        exchange.body(QUERY_LIMIT, content -> {
            JobQuery query = exchange.read(content, StatusJson::readQuery);
            Command command = new Question.ListJobs(Callers.person(exchange), query.selector(), null, JobQuery.MOST);
            desk.ask(
                    exchange,
                    command,
                    Reply.Jobs.class,
                    found -> exchange.json(200, Json.write(states(query, found), StatusJson::writeStates)));
        });
    }

    private JobStates states(JobQuery query, Reply.Jobs answer) {
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
        return new JobStates(found, unknown, forecasts.finishes(found), forecasts.now());
    }

    void detail(Exchange exchange) throws StoreException, IOException {
        StoredJob job = new VisibleJobs(facts).job(exchange);
        lists.inTurn(LongLists.isLong(job.spec().aside()), () -> {
            JobSummary summary = facts.withEnd(job);
            Forecast.Span forecast = forecasts.finishes(List.of(summary)).get(job.id());
            JobDetail detail = new JobDetail(summary, facts.whole(job), forecast, forecasts.now());
            exchange.json(200, Json.write(detail, StatusJson::writeDetail));
        });
    }

    /** How far the running tasks of a job are. */
    void running(Exchange exchange) throws StoreException, Refused {
        Command command = new Question.AskRunning(Callers.person(exchange), new VisibleJobs(facts).check(exchange));
        desk.show(exchange, command, Reply.Running.class, TaskJson::writeRunning);
    }

    void whyOne(Exchange exchange) throws Refused {
        Selector job = new Selector.OneJob(Parameters.job(exchange));
        why(exchange, new Question.AskWhy(Callers.person(exchange), job));
    }

    void why(Exchange exchange) throws Refused {
        JobId from = exchange.query("from").map(Long::parseLong).map(JobId::new).orElse(null);
        why(exchange, new Question.AskWhy(Callers.person(exchange), selected(exchange), from));
    }

    /** Why many jobs do not run, in few lines. */
    void whySummary(Exchange exchange) throws Refused {
        summary(exchange, selected(exchange));
    }

    /** The same for jobs by their numbers. */
    void whySome(Exchange exchange) {
        exchange.body(
                QUERY_LIMIT,
                content -> summary(
                        exchange, exchange.read(content, StatusJson::readQuery).selector()));
    }

    private void summary(Exchange exchange, Selector selector) {
        desk.ask(
                exchange,
                new Question.AskWhy(Callers.person(exchange), selector, null, true),
                Reply.Summarised.class,
                summed -> exchange.json(200, Json.write(ReasonWords.summarise(summed), AnswerJson::writeSummary)));
    }

    private void why(Exchange exchange, Question.AskWhy question) {
        desk.ask(
                exchange,
                question,
                Reply.Explained.class,
                told -> exchange.json(
                        200, Json.write(ReasonWords.explain(hosts.staged(told)), AnswerJson::writeExplained)));
    }
}
