package org.gleaner.cli.verb;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.cli.access.Access;
import org.gleaner.cli.access.ClientVerb;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.job.Chosen;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.job.Counted;
import org.gleaner.core.job.Spans;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.ForecastJson;
import org.gleaner.protocol.message.ForecastPage;
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

    /** So many notes are printed below the table. */
    private static final int FEW = 10;

    private static final Duration FRESH = Duration.ofSeconds(30);

    @Override
    public Syntax syntax() {
        return Syntax.of("eta", "say when jobs will start and be done", Operands.of("[SEL]", 0, 1))
                .example(
                        "gleaner eta",
                        "all your open jobs; 8 of 10 simulated futures fall between the two times in brackets")
                .example("gleaner eta 7", "one job, or why nothing can be said about it")
                .example("gleaner eta --json", "for scripts: p10, p50 and p90 of start and finish")
                .flags(Flag.JSON);
    }

    @Override
    public int work(Arguments arguments, Surroundings here) throws ClientFailure, CliFailure, CallFailed, IOException {
        String select = arguments.operand(0, "all");
        Selector selector = Chosen.selector(select);
        if (selector instanceof Selector.SomeTasks some) {
            throw CliFailure.usage(
                    "'" + select + "' names tasks.",
                    "Forecasts are made for whole jobs.",
                    "Ask for the job: gleaner eta " + some.job());
        }
        UserCalls calls = Access.calls(here);
        List<JobForecast> jobs = all(calls, select, selector);
        if (jobs.isEmpty() && !(selector instanceof Selector.All || selector instanceof Selector.InState)) {
            if (calls.jobs(select, 1).get().jobs().isEmpty()) {
                throw Chosen.nothing(calls, select);
            }
        }
        if (arguments.json()) {
            Printer.json(here.out(), new ForecastPage(jobs, ""), ForecastJson::writeShort);
            return Exit.OK;
        }
        if (jobs.isEmpty()) {
            here.out()
                    .println(
                            selector instanceof Selector.InState in
                                    ? Chosen.none(calls, in)
                                    : selector instanceof Selector.All
                                            ? "No open jobs. 'gleaner submit --help' shows how to submit one."
                                            : Printer.printable("All jobs that match '" + select
                                                    + "' are over; 'gleaner status " + select + "' lists them."));
            return Exit.OK;
        }
        print(jobs, EtaText.here(), here);
        return Exit.OK;
    }

    private static List<JobForecast> all(UserCalls calls, String select, Selector selector)
            throws ClientFailure, CallFailed {
        List<JobForecast> jobs = new ArrayList<>();
        String next = "";
        do {
            Answer<ForecastPage> answer = calls.forecasts(select, next);
            if (selector instanceof Selector.OneJob && answer.isRefused(ProblemKind.UNKNOWN_JOB)) {
                throw Chosen.nothing(calls, select);
            }
            ForecastPage page = answer.get();
            jobs.addAll(page.jobs());
            // A server that leads nowhere would be asked for ever.
            next = page.jobs().isEmpty() ? "" : page.next();
        } while (!next.isEmpty() && jobs.size() < MOST_JOBS);
        return jobs;
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
        notes(jobs, here);
        doubts(jobs, new DeadlineText(text), here);
        age(jobs, text, here);
    }

    private static String over(JobForecast job, EtaText text) {
        Forecast.Span finish = job.finish();
        Instant ended = finish == null ? null : finish.p50();
        return ended == null ? "over" : text.past(ended) + " (over)";
    }

    private static void notes(List<JobForecast> jobs, Surroundings here) {
        List<JobForecast> noted = jobs.stream()
                .filter(job -> !job.note().isEmpty() && job.reason() != Reason.CLOSED)
                .toList();
        for (JobForecast job : noted.subList(0, Math.min(FEW, noted.size()))) {
            here.out().println(Printer.printable("Job " + job.id() + ": " + job.note()));
        }
        if (noted.size() > FEW) {
            here.out()
                    .println(Counted.of(noted.size() - FEW, "more job")
                            + (noted.size() - FEW == 1 ? " has a note" : " have notes")
                            + "; 'gleaner eta JOB' shows one.");
        }
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
