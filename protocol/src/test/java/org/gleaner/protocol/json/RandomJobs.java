package org.gleaner.protocol.json;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.gleaner.core.ahead.Calibration;
import org.gleaner.core.ahead.Contrast;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.ahead.Variation;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Failures;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.PastAttempt;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.Aside;
import org.gleaner.core.job.Bundle;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.Deadline;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.Feedback;
import org.gleaner.core.job.Forewarning;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Machines;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.OutputFile;
import org.gleaner.core.job.Platform;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.TakenFile;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.job.Terms;
import org.gleaner.core.job.Turn;
import org.gleaner.core.job.Workplace;
import org.gleaner.core.node.Mismatch;
import org.gleaner.protocol.message.Adjustment;
import org.gleaner.protocol.message.ChangeReport;
import org.gleaner.protocol.message.ChangeRequest;
import org.gleaner.protocol.message.EntryList;
import org.gleaner.protocol.message.Explanation;
import org.gleaner.protocol.message.ForecastPage;
import org.gleaner.protocol.message.ForecastRecord;
import org.gleaner.protocol.message.JobAdvice;
import org.gleaner.protocol.message.JobDetail;
import org.gleaner.protocol.message.JobForecast;
import org.gleaner.protocol.message.JobPage;
import org.gleaner.protocol.message.JobQuery;
import org.gleaner.protocol.message.JobStates;
import org.gleaner.protocol.message.MatchReport;
import org.gleaner.protocol.message.Meets;
import org.gleaner.protocol.message.NotBefore;
import org.gleaner.protocol.message.OutputPage;
import org.gleaner.protocol.message.PastPage;
import org.gleaner.protocol.message.PastQuestion;
import org.gleaner.protocol.message.PastResult;
import org.gleaner.protocol.message.SimulationView;
import org.gleaner.protocol.message.Submission;
import org.gleaner.protocol.message.TaskPage;
import org.gleaner.protocol.message.TaskRow;
import org.gleaner.protocol.message.WhatIfQuestion;
import org.gleaner.protocol.message.WhatIfResult;
import org.gleaner.protocol.message.WhatIfView;
import org.gleaner.protocol.message.WhySummary;

/** Messages about jobs and tasks, as a seed has them. */
final class RandomJobs {
    private final RandomValues values;
    private final Random random;

    RandomJobs(RandomValues values) {
        this.values = values;
        this.random = values.random();
    }

    Submission submission() {
        JobSpec spec = spec();
        if (!(spec.array() instanceof ArrayShape.Listed)) {
            return new Submission(spec, List.of());
        }
        int size = 1 + random.nextInt(3 * EntryPage.SIZE);
        boolean rows = random.nextInt(4) == 0;
        List<String> columns = rows ? List.of("alpha", "beta-2") : List.of();
        return new Submission(
                withArray(spec, new ArrayShape.Listed(size, columns, random.nextBoolean())),
                rows ? rows(size) : pages(size));
    }

    Bundle bundle() {
        int size = 1 + random.nextInt(4);
        List<Bundle.Member> members = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            Submission job = submission();
            List<Predecessor> after = values.list(() -> member(predecessor(), size));
            members.add(new Bundle.Member(job.spec(), job.pages(), after));
        }
        return new Bundle(members);
    }

    private Predecessor member(Predecessor like, int size) {
        JobId one = new JobId(1 + random.nextInt(size));
        return new Predecessor(one, like.tasks(), like.each(), like.when(), like.files());
    }

    Reply.SubmittedAll submittedAll() {
        return new Reply.SubmittedAll(values.list(values::job), random.nextBoolean());
    }

    ChangeRequest change() {
        return new ChangeRequest(
                random.nextBoolean() ? "" : values.text(),
                values.maybe(() ->
                        new ChangeRequest.Fresh(values.list(values::input), pages(random.nextInt(2 * EntryPage.SIZE)))),
                values.list(values::job));
    }

    JobSpec spec() {
        CommandLine command = random.nextBoolean()
                ? new CommandLine.ShellLine("x" + values.text())
                : new CommandLine.Words(List.of("x" + values.text(), values.text(), ""), random.nextBoolean());
        ArrayShape array = switch (random.nextInt(3)) {
            case 0 -> new ArrayShape.Single();
            case 1 -> new ArrayShape.Range(-5, random.nextInt(1_000_000), 1 + random.nextInt(7));
            default ->
                new ArrayShape.Listed(
                        values.positive(),
                        random.nextBoolean() ? List.of() : List.of("a", "b_c"),
                        random.nextBoolean());
        };
        Duration time = values.maybe(() -> values.duration().plusMillis(1));
        JobLimits limits = new JobLimits(
                time,
                values.positive(),
                values.positive(),
                values.count(),
                random.nextBoolean(),
                values.count(),
                1 + random.nextInt(20),
                values.maybe(() -> time == null ? values.duration().plusMillis(1) : time),
                values.maybe(() -> new Forewarning("USR1", values.duration().plusSeconds(1))),
                random.nextBoolean());
        return new JobSpec(
                values.name(),
                values.name(),
                command,
                array,
                values.list(values::input),
                values.list(() -> new OutputFile(values.path(), random.nextBoolean())),
                needs(),
                limits,
                workplace(),
                turn(),
                new Feedback(
                        values.maybe(() -> values.duration().plusSeconds(1)),
                        random.nextBoolean(),
                        random.nextBoolean() ? null : "https://host/" + values.positive()),
                Aside.NOTHING,
                values.maybe(values::job));
    }

    private Requirements needs() {
        Platform platform = random.nextBoolean()
                ? Platform.ANY
                : new Platform(
                        random.nextBoolean() ? null : "linux",
                        random.nextBoolean() ? null : "x64",
                        values.list(values::runtime),
                        List.of("gpu", "lab=" + values.positive()),
                        random.nextBoolean(),
                        machines());
        return new Requirements(
                values.positive(),
                values.maybe(values::size),
                values.maybe(values::size),
                platform,
                random.nextBoolean(),
                values.amounts());
    }

    private Machines machines() {
        return random.nextBoolean()
                ? Machines.ANY
                : new Machines(
                        List.of("n" + values.positive(), "lab"),
                        random.nextBoolean() ? List.of() : List.of("slow"),
                        random.nextBoolean() ? null : 0.25 + random.nextInt(8));
    }

    private Turn turn() {
        return new Turn(
                random.nextInt(2001) - 1000,
                1 + random.nextInt(1000),
                values.list(this::predecessor),
                random.nextBoolean() ? null : Instant.ofEpochMilli(random.nextInt(Integer.MAX_VALUE)),
                values.maybe(() -> new Deadline(values.instant())),
                random.nextBoolean());
    }

    private Workplace workplace() {
        return random.nextBoolean()
                ? Workplace.PLAIN
                : new Workplace(
                        Map.of("A", values.text(), "B_2", ""),
                        random.nextBoolean() ? null : "/" + values.name(),
                        random.nextBoolean() ? null : "x" + values.text(),
                        values.list(values::input),
                        random.nextBoolean());
    }

    private Predecessor predecessor() {
        Ordinals tasks = random.nextBoolean()
                ? new Ordinals(List.of())
                : new Ordinals(List.of(new Ordinals.Span(1, 3), new Ordinals.Span(5, 5 + random.nextInt(100))));
        boolean each = random.nextBoolean();
        Predecessor.When[] ends = Predecessor.When.values();
        Predecessor.When end = each ? Predecessor.When.DONE : ends[random.nextInt(ends.length)];
        List<TakenFile> files = end == Predecessor.When.DONE && random.nextBoolean()
                ? List.of(new TakenFile("", ""), new TakenFile("d/{}.csv", "in/"), new TakenFile("stdout", "said"))
                : List.of();
        return new Predecessor(values.job(), tasks, each, end, files);
    }

    JobPage jobs() {
        List<JobSummary> jobs = values.list(this::summary);
        return new JobPage(
                jobs,
                random.nextBoolean(),
                random.nextBoolean() ? "" : values.job() + "-7",
                random.nextBoolean() ? null : (long) values.count(),
                finishes(jobs),
                values.maybe(values::instant));
    }

    JobQuery query() {
        return new JobQuery(values.list(values::job));
    }

    JobStates states() {
        List<JobSummary> jobs = values.list(this::summary);
        return new JobStates(jobs, values.list(values::job), finishes(jobs), values.maybe(values::instant));
    }

    JobDetail detail() {
        return new JobDetail(summary(), spec(), values.maybe(this::span), values.maybe(values::instant));
    }

    private Map<JobId, Forecast.Span> finishes(List<JobSummary> jobs) {
        Map<JobId, Forecast.Span> finishes = new TreeMap<>();
        for (JobSummary job : jobs) {
            if (random.nextBoolean()) {
                finishes.put(job.id(), span());
            }
        }
        return finishes;
    }

    private Forecast.Span span() {
        return new Forecast.Span(
                values.maybe(values::instant), values.maybe(values::instant), values.maybe(values::instant));
    }

    ForecastPage forecasts() {
        return new ForecastPage(
                values.list(this::forecast),
                random.nextBoolean() ? "" : values.job() + "",
                values.maybe(values::instant));
    }

    JobForecast forecast() {
        return new JobForecast(
                values.job(),
                values.name(),
                values.maybe(values::owner),
                values.maybe(values::instant),
                values.count(),
                random.nextBoolean(),
                values.maybe(this::span),
                values.maybe(this::span),
                values.maybe(() -> values.one(JobForecast.Reason.values())),
                random.nextBoolean() ? "" : values.text(),
                values.maybe(this::notBefore),
                values.maybe(values::instant),
                values.maybe(() -> values.one(Meets.values())));
    }

    private NotBefore notBefore() {
        return random.nextBoolean()
                ? new NotBefore(values.instant(), null)
                : new NotBefore(values.maybe(values::instant), values.job());
    }

    ForecastRecord record() {
        return new ForecastRecord(
                values.maybe(values::instant),
                values.count(),
                values.count(),
                values.list(() -> new ForecastRecord.Stage(
                        values.one(ForecastRecord.When.values()),
                        values.count(),
                        part(),
                        part(),
                        part(),
                        part(),
                        part(),
                        part())),
                values.list(() -> new ForecastRecord.Reliability(part(), part())),
                values.list(() -> new Calibration.Width(
                        values.maybe(() -> Duration.ofMillis(values.count())), values.count(), part(), part())));
    }

    /** With as many digits as are told. */
    private double part() {
        return random.nextInt(10_000) / 10_000.0;
    }

    WhatIfView whatIf() {
        return new WhatIfView(
                values.text(),
                values.owner(),
                values.one(SimulationView.State.values()),
                values.count(),
                values.count(),
                values.instant(),
                values.maybe(values::count),
                values.maybe(() -> new SimulationView.Failure(values.text(), values.text(), values.text())),
                values.maybe(this::whatIfResult),
                values.maybe(this::pastResult));
    }

    PastResult pastResult() {
        return new PastResult(
                values.instant(),
                values.count(),
                values.list(() -> new PastResult.OfTasks(
                        values.owner(),
                        values.count(),
                        took(),
                        took(),
                        values.maybe(this::range),
                        values.maybe(this::range))));
    }

    private PastResult.Took took() {
        return new PastResult.Took(
                Duration.ofMillis(values.count()), values.maybe(() -> Duration.ofMillis(values.count())));
    }

    PastQuestion pastQuestion() {
        return new PastQuestion(
                values.instant(),
                Duration.ofMillis(values.count()),
                Map.of("strategy", "mixed"),
                Map.of("strategy", "fifo", "redundancy", "off"),
                values.list(() -> new Variation.Twins(values.positive(), List.of(new NodeId(values.positive())))),
                values.list(() -> new NodeId(values.positive())));
    }

    private WhatIfResult whatIfResult() {
        return new WhatIfResult(
                values.instant(),
                values.count(),
                random.nextBoolean(),
                values.list(() -> new WhatIfResult.OfJob(
                        values.job(),
                        values.name(),
                        values.maybe(this::difference),
                        values.maybe(() -> new WhatIfResult.Due(
                                values.instant(), values.one(Meets.values()), values.one(Meets.values()))))),
                values.count(),
                values.maybe(this::together),
                values.list(() -> new WhatIfResult.OfAdded(
                        values.name(),
                        random.nextBoolean(),
                        values.maybe(this::span),
                        values.maybe(this::span),
                        values.maybe(values::instant),
                        values.maybe(() -> values.one(Meets.values())))),
                values.list(() -> new WhatIfResult.OfOwner(values.owner(), together())),
                values.text());
    }

    private WhatIfResult.Together together() {
        return new WhatIfResult.Together(difference(), values.count(), values.count());
    }

    private Contrast.Difference difference() {
        return new Contrast.Difference(
                span(),
                span(),
                new Contrast.Gain(
                        values.maybe(this::gain),
                        values.maybe(this::gain),
                        values.maybe(this::gain),
                        values.count(),
                        values.count()));
    }

    private Duration gain() {
        return Duration.ofMillis(random.nextInt(-1_000_000, 1_000_000));
    }

    WhatIfQuestion question() {
        return new WhatIfQuestion(
                List.of(new WhatIfQuestion.More(values.positive(), values.name())),
                values.list(values::name),
                Map.of("strategy", "mixed"),
                values.list(this::spec),
                values.list(() -> new WhatIfQuestion.OtherTerms(
                        values.job(),
                        new Terms(
                                values.maybe(values::count),
                                null,
                                values.maybe(values::count),
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null),
                        values.maybe(values::positive),
                        values.maybe(() -> new MemorySize(values.count())))),
                values.positive(),
                values.maybe(() -> Duration.ofMillis(values.count())));
    }

    private PastResult.Range range() {
        return new PastResult.Range(Duration.ofMillis(-values.count()), Duration.ofMillis(values.count()));
    }

    JobAdvice advice() {
        return new JobAdvice(
                values.job(),
                values.one(JobAdvice.State.values()),
                values.maybe(() -> "memory"),
                values.name(),
                values.name(),
                values.maybe(this::span),
                values.maybe(this::span),
                values.maybe(() -> Duration.ofMillis(values.count())),
                values.maybe(() ->
                        new JobAdvice.Start(span(), span(), values.maybe(() -> Duration.ofMillis(values.count())))));
    }

    TaskPage tasks() {
        return new TaskPage(
                values.job(),
                values.list(() -> new TaskRow(
                        values.positive(),
                        values.one(TaskState.values()),
                        values.count(),
                        values.list(values::positive),
                        values.maybe(this::lastAttempt))),
                values.count());
    }

    OutputPage outputs() {
        return new OutputPage(
                values.job(),
                values.list(() -> new OutputPage.OutputRow(values.positive(), values.result())),
                values.count(),
                values.count(),
                values.list(values::attempt),
                values.list(values::attempt),
                values.list(() -> new OutputPage.Directory(values.positive(), values.path())));
    }

    EntryList entries() {
        return new EntryList(values.job(), values.positive(), values.list(values::entry), values.count());
    }

    Reply.Submitted submitted() {
        return new Reply.Submitted(values.job(), values.count(), random.nextBoolean());
    }

    ChangeReport changed() {
        return new ChangeReport(
                values.one(Verb.values()),
                values.list(() -> new ChangeReport.Line(values.job(), values.count(), values.count(), values.text())));
    }

    Adjustment adjustment() {
        return new Adjustment(
                random.nextBoolean() ? "" : values.text(),
                new Terms(
                        values.maybe(random::nextInt),
                        values.maybe(values::count),
                        values.maybe(values::count),
                        values.maybe(values::count),
                        values.maybe(values::count),
                        values.maybe(values::count),
                        values.maybe(values::count),
                        values.maybe(values::duration),
                        values.maybe(values::instant),
                        random.nextInt(4) == 0 ? Terms.NO_DEADLINE : values.maybe(values::instant)),
                values.list(values::job));
    }

    Reply.Adjusted adjusted() {
        return new Reply.Adjusted(values.list(() -> new JobId(values.positive())));
    }

    Failures failures() {
        return new Failures(
                values.count(),
                values.list(() -> new Failures.Group(
                        values.one(Outcome.values()),
                        values.text(),
                        values.count(),
                        values.count(),
                        values.count(),
                        values.count())),
                random.nextBoolean());
    }

    PastPage past() {
        return new PastPage(
                values.list(() -> new PastAttempt(
                        values.attempt(),
                        values.text(),
                        values.text(),
                        new Owner("ada"),
                        values.node(),
                        values.text(),
                        Instant.ofEpochMilli(values.positive()),
                        values.maybe(() -> new PastAttempt.End(
                                Instant.ofEpochMilli(values.positive()),
                                values.one(Outcome.values()),
                                random.nextInt(),
                                new AttemptReport.Usage(values.duration(), values.duration(), values.size()),
                                values.text())),
                        values.maybe(() -> new PastAttempt.Resumed(values.positive(), random.nextBoolean())),
                        values.count())),
                random.nextBoolean());
    }

    MatchReport matched() {
        return new MatchReport(
                values.count(),
                values.count(),
                values.count(),
                values.count(),
                values.count(),
                values.list(values::name),
                values.list(() ->
                        new MatchReport.Misfit(values.one(Mismatch.Kind.values()), values.count(), values.text())),
                values.list(() -> new MatchReport.Change(values.count(), values.text())),
                values.text());
    }

    WhySummary summed() {
        return new WhySummary(
                explained().reasons().stream()
                        .map(one -> new WhySummary.Group(one, values.count(), values.count()))
                        .toList(),
                values.count(),
                random.nextBoolean());
    }

    Reply.Running running() {
        return new Reply.Running(
                values.job(),
                values.list(() -> new Reply.Run(
                        values.attempt(),
                        random.nextBoolean() ? null : values.duration(),
                        random.nextBoolean() ? null : values.duration(),
                        random.nextBoolean())));
    }

    Explanation explained() {
        return new Explanation(
                values.list(() -> new Explanation.Point(
                        values.job(),
                        values.one(Reason.Kind.values()),
                        values.count(),
                        values.count(),
                        Explanation.Said.of(values.text(), values.text())
                                .named(values.text())
                                .more(values.text())
                                .with("some", (long) values.count())
                                .with("text", values.text())
                                .with("list", values.list(values::text)))),
                random.nextBoolean(),
                values.maybe(values::job));
    }

    private TaskRow.LastAttempt lastAttempt() {
        boolean live = random.nextBoolean();
        return new TaskRow.LastAttempt(
                values.positive(),
                values.node(),
                values.text(),
                values.instant(),
                live ? null : values.instant(),
                live ? null : values.one(Outcome.values()),
                live ? 0 : random.nextInt(),
                live ? AttemptReport.Usage.NONE : values.usage(),
                live ? "" : values.text(),
                live ? "" : values.text());
    }

    private Reply.JobSummary summary() {
        TaskCounts counts = new TaskCounts(
                values.count(),
                values.count(),
                values.count(),
                values.count(),
                values.count(),
                values.count(),
                values.count(),
                values.count());
        return new Reply.JobSummary(
                values.job(),
                values.name(),
                values.name(),
                values.owner(),
                values.instant(),
                counts,
                values.text(),
                random.nextBoolean() ? null : values.instant(),
                random.nextBoolean() ? null : values.job(),
                values.maybe(() -> new Deadline(values.instant(), random.nextBoolean())),
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean());
    }

    private List<EntryPage> pages(int size) {
        List<EntryPage> pages = new ArrayList<>();
        for (int done = 0; done < size; done += EntryPage.SIZE) {
            List<Entry> entries = new ArrayList<>();
            for (int i = done; i < Math.min(size, done + EntryPage.SIZE); i++) {
                entries.add(random.nextInt(50) == 0 ? values.entry() : new Entry("line " + i, List.of()));
            }
            pages.add(new EntryPage(pages.size(), entries));
        }
        return pages;
    }

    private List<EntryPage> rows(int size) {
        List<EntryPage> pages = new ArrayList<>();
        for (int done = 0; done < size; done += EntryPage.SIZE) {
            List<Entry> entries = new ArrayList<>();
            for (int i = done; i < Math.min(size, done + EntryPage.SIZE); i++) {
                entries.add(new Entry("row " + i, List.of("a" + i, ""), List.of()));
            }
            pages.add(new EntryPage(pages.size(), entries));
        }
        return pages;
    }

    private static JobSpec withArray(JobSpec spec, ArrayShape array) {
        return new JobSpec(
                spec.name(),
                spec.type(),
                spec.command(),
                array,
                spec.inputs(),
                spec.outputs(),
                spec.needs(),
                spec.limits(),
                spec.workplace(),
                spec.turn(),
                spec.feedback(),
                Aside.NOTHING,
                spec.origin());
    }
}
