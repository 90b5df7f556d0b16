package org.gleaner.cli.verb;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.cli.access.Access;
import org.gleaner.cli.access.ClientVerb;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.job.Chosen;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Counted;
import org.gleaner.core.job.Spans;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.ForecastJson;
import org.gleaner.protocol.json.RecordJson;
import org.gleaner.protocol.message.ForecastPage;
import org.gleaner.protocol.message.ForecastRecord;
import org.gleaner.protocol.message.JobForecast;
import org.gleaner.protocol.message.JobForecast.Reason;
import org.gleaner.protocol.problem.ProblemKind;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.console.Table;

/** Shows when jobs will start and be done. */
public final class EtaVerb implements ClientVerb {
    private static final int MOST_JOBS = 100_000;

    /** One question each. */
    private static final int MOST_SELECTORS = 1000;

    /** Doubts beyond these are only counted. */
    private static final int FEW = 10;

    private static final Duration FRESH = Duration.ofSeconds(30);

    @Override
    public Syntax syntax() {
        return Syntax.of("eta", "say when jobs will start and be done", Operands.of("[SEL…]", 0, MOST_SELECTORS))
                .example("gleaner eta", "all your open jobs; 8 of 10 finish between the two times in brackets")
                .example("gleaner eta 7", "one job, or why nothing can be said about it; 7 8 are two")
                .example("gleaner eta --record", "how accurate the forecasts for your jobs were")
                .flags(
                        Flag.on("record", "compare earlier forecasts with when the jobs finished"),
                        Flag.on("all", "with --record: for everyone's jobs (admins)"),
                        Flag.JSON);
    }

    @Override
    public int work(Arguments arguments, Surroundings here) throws ClientFailure, CliFailure, CallFailed, IOException {
        if (arguments.has("record") || arguments.has("all")) {
            return past(arguments, here);
        }
        List<String> selects = arguments.operands().isEmpty() ? List.of("all") : arguments.operands();
        for (String select : selects) {
            if (Chosen.selector(select) instanceof Selector.SomeTasks some) {
                throw CliFailure.usage(
                        "'" + select + "' names tasks.",
                        "Forecasts are made for whole jobs.",
                        "Ask for the job: gleaner eta " + some.job());
            }
        }
        UserCalls calls = Access.calls(here);
        Map<JobId, JobForecast> jobs = new LinkedHashMap<>();
        List<String> empty = new ArrayList<>();
        Instant now = null;
        for (String select : selects) {
            ForecastPage found = all(calls, select, Chosen.selector(select));
            now = found.now();
            found.jobs().forEach(job -> jobs.putIfAbsent(job.id(), job));
            if (found.jobs().isEmpty()) {
                empty.add(none(calls, select));
            }
        }
        if (arguments.json()) {
            Printer.json(here.out(), new ForecastPage(List.copyOf(jobs.values()), "", now), ForecastJson::writeAll);
            return Exit.OK;
        }
        empty.forEach(line -> here.out().println(Printer.printable(line)));
        if (!jobs.isEmpty()) {
            print(List.copyOf(jobs.values()), EtaText.by(now), here);
        }
        return Exit.OK;
    }

    /** What is said where no forecast is; it fails where there never was such a job. */
    private static String none(UserCalls calls, String select) throws ClientFailure, CliFailure, CallFailed {
        if (Chosen.mayBeNone(Chosen.selector(select))) {
            return Chosen.none(calls, select);
        }
        if (calls.jobs(select, 1).get().jobs().isEmpty()) {
            throw Chosen.nothing(calls, select);
        }
        return "All jobs that match '" + select + "' are over; 'gleaner status " + select + "' lists them.";
    }

    private static int past(Arguments arguments, Surroundings here)
            throws ClientFailure, CliFailure, CallFailed, IOException {
        boolean all = arguments.has("all");
        if (!arguments.has("record")) {
            throw CliFailure.usage(
                    "--all goes with --record.",
                    "Without --record, eta shows all open jobs anyway.",
                    "Leave out --all, or type: gleaner eta --record --all");
        }
        if (!arguments.operand(0, "").isEmpty()) {
            throw CliFailure.usage(
                    "'" + arguments.operand(0, "") + "' doesn't go with --record.",
                    "The record covers all your jobs together.",
                    "Type: gleaner eta --record");
        }
        ForecastRecord known = Access.calls(here).forecastRecord(all).get();
        if (arguments.json()) {
            Printer.json(here.out(), known, RecordJson::write);
        } else {
            new EtaRecord(known, ZoneId.systemDefault()).print(all, here.out());
        }
        return Exit.OK;
    }

    private static ForecastPage all(UserCalls calls, String select, Selector selector)
            throws ClientFailure, CallFailed {
        List<JobForecast> jobs = new ArrayList<>();
        String next = "";
        Instant now = null;
        do {
            Answer<ForecastPage> answer = calls.forecasts(select, next);
            if (selector instanceof Selector.OneJob && answer.isRefused(ProblemKind.UNKNOWN_JOB)) {
                throw Chosen.nothing(calls, select);
            }
            ForecastPage page = answer.get();
            jobs.addAll(page.jobs());
            now = page.now();
            // A server that leads nowhere would be asked for ever.
            next = page.jobs().isEmpty() ? "" : page.next();
        } while (!next.isEmpty() && jobs.size() < MOST_JOBS);
        return new ForecastPage(jobs, "", now);
    }

    private static void print(List<JobForecast> jobs, EtaText text, Surroundings here) {
        Table table = new Table("JOB", "NAME", "START", "FINISH");
        for (JobForecast job : jobs) {
            boolean certain = job.futures() > 1;
            table.add(
                    job.id().toString(),
                    job.name(),
                    job.started() ? "started" : text.text(job.start(), certain),
                    job.reason() == Reason.CLOSED ? over(job, text) : text.text(job.finish(), certain));
        }
        table.print(here.out());
        new EtaNotes(text).lines(jobs).forEach(here.out()::println);
        doubts(jobs, new DeadlineText(text), here);
        age(jobs, text, here);
        ServerTime.of(text.now(), Instant.now()).hint().ifPresent(here.out()::println);
    }

    private static String over(JobForecast job, EtaText text) {
        Forecast.Span finish = job.finish();
        Instant ended = finish == null ? null : finish.p50();
        return ended == null ? "finished" : text.past(ended) + " (finished)";
    }

    private static void doubts(List<JobForecast> jobs, DeadlineText text, Surroundings here) {
        List<String> doubts =
                jobs.stream().flatMap(job -> text.doubt(job).stream()).toList();
        doubts.stream().limit(FEW).forEach(here.out()::println);
        if (doubts.size() > FEW) {
            here.out()
                    .println(Counted.of(doubts.size() - FEW, "more job")
                            + " may miss a deadline; 'gleaner eta JOB' shows one.");
        }
    }

    /** Where much is open a look ahead takes long, and so does the rest after it. */
    private static void age(List<JobForecast> jobs, EtaText text, Surroundings here) {
        Instant oldest = null;
        for (JobForecast job : jobs) {
            Instant at = job.at();
            oldest = at == null || (oldest != null && oldest.isBefore(at)) ? oldest : at;
        }
        if (oldest != null && Duration.between(oldest, text.now()).compareTo(FRESH) > 0) {
            here.out().println("This forecast is " + Spans.text(Duration.between(oldest, text.now())) + " old.");
        }
    }
}
