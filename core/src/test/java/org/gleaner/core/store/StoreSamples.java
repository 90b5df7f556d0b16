package org.gleaner.core.store;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.AttemptReport.Usage;
import org.gleaner.core.attempt.EndedAttempt;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.grid.GridEvent.AttemptAssigned;
import org.gleaner.core.grid.GridEvent.AttemptEnded;
import org.gleaner.core.grid.GridEvent.JobSubmitted;
import org.gleaner.core.grid.GridEvent.NodeIntroduced;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.Aside;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.Deadline;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.Feedback;
import org.gleaner.core.job.Forewarning;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Machines;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.OutputFile;
import org.gleaner.core.job.Platform;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.RuntimeVersion;
import org.gleaner.core.job.TakenFile;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.job.Turn;
import org.gleaner.core.job.Workplace;
import org.gleaner.core.node.Abilities;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.observer.Consumption;
import org.gleaner.core.observer.NodeBelief;
import org.gleaner.core.observer.NodeClass;
import org.gleaner.core.observer.Presence;
import org.gleaner.core.observer.Stay;
import org.gleaner.core.observer.Tries;
import org.gleaner.core.observer.TypeBelief;

/** Jobs, nodes, reports and events with every field filled, so that a field that a store forgets is noticed. */
public final class StoreSamples {
    public static final Owner ADA = new Owner("ada");
    public static final Owner BOB = new Owner("bob");
    public static final NodeId N1 = new NodeId(1);
    public static final NodeId N2 = new NodeId(2);
    /** The first attempt of the first task of the first job. */
    public static final AttemptId FIRST = AttemptId.of(1, 1, 1);

    public static final TaskCounts ALL_DONE = new TaskCounts(0, 0, 0, 3, 0, 0, 0);
    public static final TaskCounts CANCELLED = new TaskCounts(0, 0, 0, 1, 0, 0, 2);
    private static final Instant START = Instant.parse("2026-03-01T08:00:00.123Z");

    private StoreSamples() {}

    /** So many milliseconds after the samples' start. */
    public static Instant at(long millis) {
        return START.plusMillis(millis);
    }

    /** A blob's name that is made of one number. */
    public static BlobHash hash(int number) {
        return new BlobHash(String.format(Locale.ROOT, "%064x", number));
    }

    public static JobId job(long number) {
        return new JobId(number);
    }

    /** A job of a range of tasks with all that a specification can say. */
    public static JobSpec spec(int tasks) {
        return spec("sweep", "awk", new ArrayShape.Range(10, 10 + 5L * (tasks - 1), 5));
    }

    public static JobSpec spec(String name, String type, ArrayShape array) {
        return new JobSpec(
                name,
                type,
                new CommandLine.Words(List.of("awk", "-f", "größe \"x\".awk", "{}"), true),
                array,
                List.of(
                        new InputFile("size.awk", hash(1), 120, false),
                        new InputFile("bin/run", hash(2), 3_000_000_000L, true)),
                List.of(new OutputFile("out-{#}.txt", false), new OutputFile("trace", true)),
                new Requirements(
                        2,
                        new MemorySize(512 << 20),
                        new MemorySize(3L << 30),
                        new Platform(
                                "linux",
                                "x64",
                                List.of(new RuntimeVersion("python", "3.9"), new RuntimeVersion("R", "")),
                                List.of("gpu", "lab=3"),
                                true,
                                new Machines(List.of("lab", "n3"), List.of("pc-7"), 0.5)),
                        true,
                        Amounts.parse(List.of("gpu=2", "matlab=1"))),
                new JobLimits(
                        Duration.ofMillis(90_500),
                        4,
                        21,
                        7,
                        true,
                        50,
                        3,
                        Duration.ofMillis(80_250),
                        new Forewarning("USR1", Duration.ofSeconds(60)),
                        true),
                new Workplace(
                        Map.of("GREETING", "grüß \"dich\"", "EMPTY", ""),
                        "/scratch/data",
                        "python3 -m venv env",
                        List.of(new InputFile("lib.tar.gz", hash(3), 77, false)),
                        true),
                new Turn(
                        -3,
                        4,
                        List.of(
                                new Predecessor(job(4711), Ordinals.range(2, 9), true)
                                        .with(List.of(new TakenFile("a/{}.csv", "in/{#}/"), new TakenFile("", ""))),
                                new Predecessor(job(4712), Ordinals.range(1, 2), false, Predecessor.When.ANY),
                                new Predecessor(job(4713), Ordinals.range(1, 1), false, Predecessor.When.FAILED)),
                        Instant.parse("2026-12-01T08:00:00.125Z"),
                        new Deadline(Instant.parse("2026-12-02T17:00:00.250Z"), true),
                        true),
                new Feedback(Duration.ofSeconds(90), true, "https://example.org/told?x=1"),
                Aside.NOTHING,
                null);
    }

    /** A job of a range of tasks that every node could run. */
    public static JobSpec modest(int tasks) {
        JobSpec full = spec(tasks);
        return new JobSpec(
                full.name(),
                "sim.py",
                full.command(),
                full.array(),
                full.inputs(),
                full.outputs(),
                Requirements.ONE_CORE,
                full.limits());
    }

    /** A job with nothing in it that can be left out. */
    public static JobSpec plainSpec() {
        return new JobSpec(
                "one",
                "sh",
                new CommandLine.ShellLine("echo \"$HOME\" | tr a-z A-Z\n"),
                new ArrayShape.Single(),
                List.of(),
                List.of(),
                Requirements.ONE_CORE,
                JobLimits.DEFAULT);
    }

    public static JobSubmitted submitted(long job, JobSpec spec) {
        return submitted(ADA, job, spec);
    }

    public static JobSubmitted submitted(Owner owner, long job, JobSpec spec) {
        return new JobSubmitted(job(job), owner, at(job), spec, List.of(), null);
    }

    public static NodeIntroduced node(NodeId node, int incarnation) {
        NodeFacts facts = new NodeFacts(
                "host" + node.value(),
                "linux",
                "x86_64",
                8,
                Duration.ofNanos(123_456_789),
                "0.2.0",
                new Abilities(
                        List.of(new RuntimeVersion("python", "3.11.2")),
                        List.of("lab=3"),
                        List.of("sim.py"),
                        List.of(Abilities.SANDBOX),
                        Amounts.parse(List.of("gpu=2"))));
        Capacity capacity = new Capacity(4, new MemorySize(8L << 30), new MemorySize(5L << 30));
        return new NodeIntroduced(node, incarnation, facts, capacity, at(1), Stay.UNKNOWN, null);
    }

    /** Numbers that no short decimal notation holds. */
    public static NodeBelief nodeBelief(int number) {
        NodeBelief belief = NodeBelief.NEW.with(
                new Presence("stay-" + number, Duration.ofMillis(number), at(number), at(number + 1)));
        for (int i = 0; i < number; i++) {
            belief = belief.after(i % 3 == 1 ? Outcome.EXITED : Outcome.DONE)
                    .died(at(number + 1_234_567L * (i + 1)))
                    .with(new Presence("stay-" + number, Duration.ofMillis(i), at(number), null));
        }
        return belief;
    }

    /** Numbers that no short decimal notation holds. */
    public static TypeBelief typeBelief(int number) {
        TypeBelief belief = TypeBelief.unknown(at(number));
        for (int i = 1; i <= number; i++) {
            NodeClass where = new NodeClass("Linux", i % 2 == 0 ? "amd64" : "aarch64", i % 3 - 1);
            belief = belief.ran(i / 7.0, 1.1, at(number))
                    .used(where, new Consumption(i / 7.0, i / 13.0, i * 1e9 / 3), at(number))
                    .took(i / 9.0, at(number + i));
            Tries tries = belief.tries().succeeded(i % 2 == 0).held(i / 3.0, i / 7.0);
            belief = belief.tried(tries.failed(i % 5 == 0, i % 3 == 0, i / 11.0), at(number + i));
        }
        return belief;
    }

    public static AttemptAssigned assigned(AttemptId attempt, NodeId node) {
        return new AttemptAssigned(attempt, node, attempt.ordinal() % 3, at(1000 + attempt.number()));
    }

    /** The end of an attempt; the record says what the grid's would. */
    public static AttemptEnded ended(AttemptReport report, NodeId node, Instant at, TaskState then, TaskRecord before) {
        int number = report.attempt().number();
        Instant since = assigned(report.attempt(), node).at();
        EndedAttempt ending = new EndedAttempt(number, node, report.outcome(), report.digest(), since, at);
        TaskRecord after = before.assigned(number).remembering(ending);
        return new AttemptEnded(report, node, at, then, after);
    }

    public static AttemptReport success(AttemptId attempt) {
        int number = attempt.ordinal() * 100 + attempt.number();
        return new AttemptReport(
                attempt,
                Outcome.DONE,
                0,
                "",
                new Usage(Duration.ofNanos(1_500_000_001), Duration.ofMillis(1400), new MemorySize(33 << 20)),
                Outputs.of(List.of(
                                new ResultFile("out.txt", hash(number), 5000, false, null),
                                new ResultFile("dir/small", hash(number + 1), 3, true, "YWJj")))
                        .with(List.of("dir/empty")),
                new ResultFile("stdout", hash(number + 2), 2, false, "YWI="),
                new ResultFile("stderr", hash(number + 3), 70_000, false, null),
                "last line\nof \"stderr\"");
    }

    public static AttemptReport failure(AttemptId attempt, int exitCode) {
        Usage usage = new Usage(Duration.ofMillis(20), Duration.ofMillis(10), new MemorySize(1 << 20));
        return new AttemptReport(
                attempt, Outcome.EXITED, exitCode, "exit code " + exitCode, usage, Outputs.NONE, null, null, "boom");
    }

    /** Pages with entries of every kind of text, each with one file of its own. */
    public static List<EntryPage> pages(int entries) {
        List<EntryPage> pages = new ArrayList<>();
        List<Entry> page = new ArrayList<>();
        for (int ordinal = 1; ordinal <= entries; ordinal++) {
            String value = "entry " + ordinal + " \t ü \uD83C\uDF3E \"{}\"";
            page.add(new Entry(value, List.of(new InputFile("in-" + ordinal, hash(50_000 + ordinal), ordinal, false))));
            if (page.size() == EntryPage.SIZE || ordinal == entries) {
                pages.add(new EntryPage(pages.size(), page));
                page = new ArrayList<>();
            }
        }
        return pages;
    }
}
