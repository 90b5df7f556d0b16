package org.gleaner.server.route;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Listing;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.protocol.json.ForecastJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.RecordJson;
import org.gleaner.protocol.message.ForecastPage;
import org.gleaner.protocol.message.ForecastRecord;
import org.gleaner.protocol.message.JobForecast;
import org.gleaner.protocol.wording.ForecastWords;
import org.gleaner.server.forecast.Forecasts;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.http.Refused;
import org.jspecify.annotations.Nullable;

/** When jobs will be done. Who may see a job may see its forecast. */
record ForecastRoutes(
        LoopDesk desk,
        Supplier<Forecasts> latest,
        Function<@Nullable Owner, ForecastRecord> past,
        InstantSource clock) {
    private static final int USUAL = 100;

    /** One job, open or over. */
    void one(Exchange exchange) {
        Selector job = new Selector.OneJob(Parameters.job(exchange));
        Question.ListJobs question = new Question.ListJobs(Callers.person(exchange), job, null, 1);
        desk.ask(exchange, question, Reply.Jobs.class, found -> {
            JobForecast forecast = of(found.jobs().get(0), latest.get());
            exchange.json(200, Json.write(forecast, ForecastJson::writeOne));
        });
    }

    /** Open jobs, and one that is over only if it is named by its number or as the last. Tasks stand for their job. */
    void list(Exchange exchange) throws Refused {
        int limit = Parameters.count(exchange, "limit", USUAL);
        Caller caller = Callers.person(exchange);
        Selector selector = Parameters.selector(exchange.query("select").orElse("all"));
        boolean single = selector.isOfOneJob() || selector instanceof Selector.Last;
        JobId from = exchange.query("from").map(Long::parseLong).map(JobId::new).orElse(null);
        Question.ListJobs question = new Question.ListJobs(
                Parameters.flag(exchange, "mine") ? caller.alone() : caller,
                selector,
                from,
                limit + 1,
                single ? Listing.ALL : Listing.OPEN);
        desk.ask(exchange, question, Reply.Jobs.class, found -> {
            boolean more = found.jobs().size() > limit;
            List<JobSummary> jobs = more ? found.jobs().subList(0, limit) : found.jobs();
            String next = more ? jobs.get(limit - 1).id().toString() : "";
            exchange.json(200, Json.write(new ForecastPage(all(jobs), next, clock.instant()), ForecastJson::writePage));
        });
    }

    /** How good they were: an admin is told of everybody's together, unless only the own ones are meant. */
    void record(Exchange exchange) throws Refused {
        Caller caller = Callers.person(exchange);
        boolean mine = Parameters.flag(exchange, "mine");
        if (!caller.admin() && !mine && exchange.query("mine").isPresent()) {
            throw Refused.of(new Rejection.NotAllowed(Rejection.Deed.SEE_RUNS_OF_OTHERS));
        }
        boolean all = caller.admin() && !mine;
        exchange.json(200, Json.write(past.apply(all ? null : caller.owner()), RecordJson::write));
    }

    /** By the clock that forecasts are by. */
    Instant now() {
        return clock.instant();
    }

    /** When those of them will be done that are open, as far as it can be said. */
    Map<JobId, Forecast.Span> finishes(List<JobSummary> jobs) {
        Map<JobId, Forecast.Span> finishes = new LinkedHashMap<>();
        for (JobForecast one : all(jobs)) {
            Forecast.Span finish = one.finish();
            if (finish != null && one.reason() != JobForecast.Reason.CLOSED) {
                finishes.put(one.id(), finish);
            }
        }
        return finishes;
    }

    private List<JobForecast> all(List<JobSummary> jobs) {
        Forecasts known = latest.get();
        List<JobForecast> all = new ArrayList<>();
        jobs.forEach(job -> all.add(of(job, known)));
        return all;
    }

    private JobForecast of(JobSummary job, Forecasts known) {
        return ForecastWords.of(
                job, known.of(job.id()).orElse(null), known.next(job.id(), job.owner(), clock.instant()));
    }
}
