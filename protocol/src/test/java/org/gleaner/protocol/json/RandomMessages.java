package org.gleaner.protocol.json;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Token;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.grid.TokenNote;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.Feedback;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.OutputFile;
import org.gleaner.core.job.Platform;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.RuntimeVersion;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.job.Terms;
import org.gleaner.core.job.Turn;
import org.gleaner.core.job.Workplace;
import org.gleaner.core.message.CommitAnswer;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.CommitReply;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.Orders;
import org.gleaner.core.message.Start;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Abilities;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Duty;
import org.gleaner.core.node.Held;
import org.gleaner.core.node.Mismatch;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.store.AttemptQuery;
import org.gleaner.core.store.BlobUse;
import org.gleaner.core.store.Failures;
import org.gleaner.protocol.message.Adjustment;
import org.gleaner.protocol.message.BackupTicket;
import org.gleaner.protocol.message.BlobPage;
import org.gleaner.protocol.message.ChangeRequest;
import org.gleaner.protocol.message.Content;
import org.gleaner.protocol.message.EntryList;
import org.gleaner.protocol.message.Health;
import org.gleaner.protocol.message.IssuedToken;
import org.gleaner.protocol.message.JobDetail;
import org.gleaner.protocol.message.JobPage;
import org.gleaner.protocol.message.JobQuery;
import org.gleaner.protocol.message.JobStates;
import org.gleaner.protocol.message.OutputPage;
import org.gleaner.protocol.message.PastPage;
import org.gleaner.protocol.message.SettingChange;
import org.gleaner.protocol.message.StorageReport;
import org.gleaner.protocol.message.Submission;
import org.gleaner.protocol.message.SweepRequest;
import org.gleaner.protocol.message.SweepResult;
import org.gleaner.protocol.message.TaskPage;
import org.gleaner.protocol.message.TaskRow;
import org.gleaner.protocol.message.TokenRequest;
import org.gleaner.protocol.message.Welcome;
import org.jspecify.annotations.Nullable;

/** Messages as a seed has them, strange texts and all. */
final class RandomMessages {
    private static final String STRANGE = "aZ09 ._-{}#$\"\\/<>&'äß€漢\uD83D\uDE00";
    private final Random random;

    RandomMessages(long seed) {
        random = new Random(seed);
    }

    Introduction introduction() {
        return new Introduction(facts(), capacity(), list(this::held));
    }

    Welcome welcome() {
        return new Welcome(new Introduced(node(), positive(), duration(), duration(), positive()), maybe(this::name));
    }

    SyncReport sync() {
        return new SyncReport(
                positive(), random.nextLong(), list(this::held), capacity(), random.nextDouble(), duration());
    }

    Orders orders() {
        return new Orders(starts(), list(this::attempt), list(this::attempt), list(this::attempt));
    }

    CommitCall commitCall() {
        return new CommitCall(positive(), list(this::report), random.nextBoolean());
    }

    CommitReply commitReply() {
        return new CommitReply(
                list(() -> new CommitAnswer(attempt(), one(CommitAnswer.Verdict.values()), list(this::hash))),
                starts());
    }

    AttemptReport report() {
        return new AttemptReport(
                attempt(),
                one(Outcome.values()),
                random.nextInt(),
                random.nextBoolean() ? "" : text() + "\n\t\u0001",
                usage(),
                list(this::result),
                maybe(this::result),
                maybe(this::result),
                random.nextBoolean() ? "" : text());
    }

    Submission submission() {
        JobSpec spec = spec();
        if (!(spec.array() instanceof ArrayShape.Listed)) {
            return new Submission(spec, List.of());
        }
        int size = 1 + random.nextInt(3 * EntryPage.SIZE);
        boolean rows = random.nextInt(4) == 0;
        List<String> columns = rows ? List.of("alpha", "beta-2") : List.of();
        return new Submission(withArray(spec, new ArrayShape.Listed(size, columns)), rows ? rows(size) : pages(size));
    }

    ChangeRequest change() {
        return new ChangeRequest(
                random.nextBoolean() ? "" : text(),
                maybe(() -> new ChangeRequest.Fresh(list(this::input), pages(random.nextInt(2 * EntryPage.SIZE)))));
    }

    JobSpec spec() {
        CommandLine command = random.nextBoolean()
                ? new CommandLine.ShellLine("x" + text())
                : new CommandLine.Words(List.of("x" + text(), text(), ""));
        ArrayShape array = switch (random.nextInt(3)) {
            case 0 -> new ArrayShape.Single();
            case 1 -> new ArrayShape.Range(-5, random.nextInt(1_000_000), 1 + random.nextInt(7));
            default -> new ArrayShape.Listed(positive(), random.nextBoolean() ? List.of() : List.of("a", "b_c"));
        };
        JobLimits limits = new JobLimits(
                maybe(() -> duration().plusMillis(1)), positive(), positive(), count(), random.nextBoolean(), count());
        return new JobSpec(
                name(),
                name(),
                command,
                array,
                list(this::input),
                list(() -> new OutputFile(path(), random.nextBoolean())),
                needs(),
                limits,
                workplace(),
                new Turn(random.nextInt(2001) - 1000, list(this::predecessor)),
                new Feedback(
                        maybe(() -> duration().plusSeconds(1)),
                        random.nextBoolean() ? null : "https://host/" + positive()));
    }

    private Requirements needs() {
        Platform platform = random.nextBoolean()
                ? Platform.ANY
                : new Platform(
                        random.nextBoolean() ? null : "linux",
                        random.nextBoolean() ? null : "x64",
                        list(this::runtime),
                        List.of("gpu", "lab=" + positive()),
                        random.nextBoolean());
        return new Requirements(positive(), maybe(this::size), maybe(this::size), platform);
    }

    private RuntimeVersion runtime() {
        return random.nextBoolean()
                ? new RuntimeVersion("r-base", "")
                : new RuntimeVersion("python", "3." + random.nextInt(20));
    }

    private Workplace workplace() {
        return random.nextBoolean()
                ? Workplace.PLAIN
                : new Workplace(
                        Map.of("A", text(), "B_2", ""),
                        random.nextBoolean() ? null : "/" + name(),
                        random.nextBoolean() ? null : "x" + text(),
                        list(this::input),
                        random.nextBoolean());
    }

    private Predecessor predecessor() {
        Ordinals tasks = random.nextBoolean()
                ? new Ordinals(List.of())
                : new Ordinals(List.of(new Ordinals.Span(1, 3), new Ordinals.Span(5, 5 + random.nextInt(100))));
        return new Predecessor(job(), tasks, random.nextBoolean());
    }

    JobPage jobs() {
        return new JobPage(list(this::summary), random.nextBoolean());
    }

    JobQuery query() {
        return new JobQuery(list(this::job));
    }

    JobStates states() {
        return new JobStates(list(this::summary), list(this::job));
    }

    JobDetail detail() {
        return new JobDetail(summary(), spec());
    }

    TaskPage tasks() {
        return new TaskPage(
                job(),
                list(() -> new TaskRow(positive(), one(TaskState.values()), count(), maybe(this::lastAttempt))),
                count());
    }

    OutputPage outputs() {
        return new OutputPage(job(), list(() -> new OutputPage.OutputRow(positive(), result())), count());
    }

    EntryList entries() {
        return new EntryList(job(), positive(), list(this::entry), count());
    }

    Reply.Submitted submitted() {
        return new Reply.Submitted(job(), count(), random.nextBoolean());
    }

    Reply.Changed changed() {
        return new Reply.Changed(one(Verb.values()), list(() -> new Reply.JobChange(job(), count(), count(), text())));
    }

    Adjustment adjustment() {
        return new Adjustment(
                random.nextBoolean() ? "" : text(),
                new Terms(
                        maybe(random::nextInt),
                        maybe(this::count),
                        maybe(this::count),
                        maybe(this::count),
                        maybe(this::count),
                        maybe(this::duration)));
    }

    Reply.Adjusted adjusted() {
        return new Reply.Adjusted(list(() -> new JobId(positive())));
    }

    Failures failures() {
        return new Failures(
                count(),
                list(() -> new Failures.Group(one(Outcome.values()), text(), count(), count(), count(), count())),
                random.nextBoolean());
    }

    PastPage past() {
        return new PastPage(
                list(() -> new AttemptQuery.Past(
                        attempt(),
                        text(),
                        text(),
                        new Owner("ada"),
                        node(),
                        text(),
                        Instant.ofEpochMilli(positive()),
                        maybe(() -> new AttemptQuery.End(
                                Instant.ofEpochMilli(positive()),
                                one(Outcome.values()),
                                random.nextInt(),
                                new AttemptReport.Usage(duration(), duration(), size()),
                                text())))),
                random.nextBoolean());
    }

    Reply.Matched matched() {
        return new Reply.Matched(
                count(),
                count(),
                count(),
                count(),
                list(() -> new Reply.Misfit(one(Mismatch.Kind.values()), count(), text())),
                list(() -> new Reply.Change(count(), text())));
    }

    Reply.Explained explained() {
        return new Reply.Explained(
                list(() -> new Reason(job(), one(Reason.Kind.values()), count(), count(), text(), text())));
    }

    Reply.Nodes nodes() {
        return new Reply.Nodes(list(this::nodeSummary));
    }

    private Reply.NodeSummary nodeSummary() {
        return new Reply.NodeSummary(
                node(),
                facts(),
                capacity(),
                positive(),
                random.nextBoolean(),
                duration(),
                count(),
                count(),
                one(Duty.values()));
    }

    Reply.NodeDetail nodeDetail() {
        return new Reply.NodeDetail(
                nodeSummary(),
                duration(),
                list(() -> new Reply.NodeRun(attempt(), owner(), text(), instant(), random.nextBoolean())),
                list(() -> new Reply.NodeRefusal(owner(), text(), instant())),
                list(() -> new Reply.NodeOutcome(attempt(), owner(), one(Outcome.values()), instant())));
    }

    Duty duty() {
        return one(Duty.values());
    }

    Reply.Tokens tokens() {
        return new Reply.Tokens(list(() -> {
            Role role = one(Role.values());
            boolean personal = role == Role.ADMIN || role == Role.USER;
            return new Token(
                    new TokenHash(hash().hex()),
                    role,
                    personal ? owner() : null,
                    role == Role.NODE ? node() : null,
                    new TokenNote("n" + count(), maybe(this::instant), maybe(this::instant), maybe(this::instant)));
        }));
    }

    Reply.Users users() {
        return new Reply.Users(list(
                () -> new Reply.UserSummary(owner(), random.nextBoolean(), count(), count(), maybe(this::instant))));
    }

    Reply.UserRemoved removed() {
        return new Reply.UserRemoved(owner(), count(), count(), random.nextBoolean());
    }

    Reply.Settings settings() {
        TreeMap<String, String> values = new TreeMap<>();
        list(this::name).forEach(name -> values.put(name, text()));
        return new Reply.Settings(values);
    }

    StorageReport storage() {
        return new StorageReport(
                new StorageReport.Database(name(), amount()),
                new StorageReport.Blobs(amount(), amount()),
                new StorageReport.Disk(amount(), amount()),
                new StorageReport.Quotas(
                        random.nextBoolean() ? amount() : null, random.nextBoolean() ? amount() : null),
                list(() -> new BlobUse(owner(), amount(), amount(), amount())));
    }

    SweepRequest sweep() {
        return new SweepRequest(random.nextBoolean() ? Duration.ofMillis(random.nextInt(1_000_000)) : null);
    }

    SweepResult swept() {
        return new SweepResult(amount(), amount(), random.nextBoolean());
    }

    BackupTicket ticket() {
        return new BackupTicket("x" + random.nextInt(1000), amount());
    }

    BlobPage blobs() {
        return new BlobPage(list(() -> new BlobPage.Row(hash(), amount())), random.nextInt(256));
    }

    SettingChange setting() {
        return new SettingChange(name(), text());
    }

    TokenRequest tokenRequest() {
        return new TokenRequest(one(Role.values()), maybe(this::owner), text(), maybe(this::duration));
    }

    IssuedToken issued() {
        return new IssuedToken(name(), new TokenHash(hash().hex()), one(Role.values()), maybe(this::owner));
    }

    Health health() {
        return new Health(name());
    }

    private List<Start> starts() {
        List<JobSpec> specs = List.of(spec(), spec(), spec());
        return list(() -> {
            int job = random.nextInt(specs.size());
            AttemptId attempt = AttemptId.of(job + 1, positive(), positive());
            return new Start(attempt, count(), specs.get(job), maybe(this::entry), maybe(this::owner));
        });
    }

    private TaskRow.LastAttempt lastAttempt() {
        boolean live = random.nextBoolean();
        return new TaskRow.LastAttempt(
                positive(),
                node(),
                text(),
                instant(),
                live ? null : instant(),
                live ? null : one(Outcome.values()),
                live ? 0 : random.nextInt(),
                live ? AttemptReport.Usage.NONE : usage(),
                live ? "" : text(),
                live ? "" : text());
    }

    private Reply.JobSummary summary() {
        TaskCounts counts = new TaskCounts(count(), count(), count(), count(), count(), count(), count());
        return new Reply.JobSummary(job(), name(), name(), owner(), instant(), counts, text());
    }

    private List<EntryPage> pages(int size) {
        List<EntryPage> pages = new ArrayList<>();
        for (int done = 0; done < size; done += EntryPage.SIZE) {
            List<Entry> entries = new ArrayList<>();
            for (int i = done; i < Math.min(size, done + EntryPage.SIZE); i++) {
                entries.add(random.nextInt(50) == 0 ? entry() : new Entry("line " + i, List.of()));
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
                spec.feedback());
    }

    private Entry entry() {
        return new Entry(text(), list(this::input));
    }

    private InputFile input() {
        return new InputFile(path(), hash(), amount(), random.nextBoolean());
    }

    private ResultFile result() {
        return random.nextBoolean()
                ? new ResultFile(path(), hash(), amount(), random.nextBoolean(), null)
                : Content.inline(path(), text().getBytes(StandardCharsets.UTF_8), random.nextBoolean());
    }

    private AttemptReport.Usage usage() {
        return new AttemptReport.Usage(duration(), duration(), size());
    }

    private Held held() {
        return new Held(attempt(), one(Held.State.values()), duration(), size());
    }

    private NodeFacts facts() {
        Abilities abilities =
                new Abilities(list(this::runtime), List.of("gpu", "a/b"), List.of(name()), List.of(Abilities.SANDBOX));
        return new NodeFacts(name(), name(), name(), positive(), duration(), name(), abilities);
    }

    private Capacity capacity() {
        return new Capacity(count(), size(), size());
    }

    private AttemptId attempt() {
        return AttemptId.of(1 + amount() % 1_000_000_000_000L, positive(), positive());
    }

    private JobId job() {
        return new JobId(1 + amount() % (1L << 60));
    }

    private NodeId node() {
        return new NodeId(1 + amount() % (1L << 60));
    }

    private Owner owner() {
        return new Owner("u" + count() % 1000 + "@lab-1.org");
    }

    private BlobHash hash() {
        byte[] bytes = new byte[8];
        random.nextBytes(bytes);
        return Content.hash(bytes);
    }

    private String path() {
        return "dir " + count() % 10 + "/f" + name().replaceAll("[/\\\\:]", "") + ".csv";
    }

    private String name() {
        return "n" + text();
    }

    private String text() {
        int length = random.nextInt(12);
        StringBuilder text = new StringBuilder();
        int[] points = STRANGE.codePoints().toArray();
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(points[random.nextInt(points.length)]);
        }
        return text.toString();
    }

    private Instant instant() {
        return Instant.ofEpochMilli(random.nextLong(4_000_000_000_000L));
    }

    private Duration duration() {
        return random.nextInt(4) == 0 ? Duration.ZERO : Duration.ofMillis(random.nextLong(1L << 40));
    }

    private MemorySize size() {
        return new MemorySize(amount());
    }

    private long amount() {
        return random.nextInt(4) == 0 ? 0 : random.nextLong(Long.MAX_VALUE);
    }

    private int positive() {
        return 1 + random.nextInt(999_999_999);
    }

    private int count() {
        return random.nextInt(4) == 0 ? 0 : random.nextInt(1_000_000_000);
    }

    private <T> T one(T[] values) {
        return values[random.nextInt(values.length)];
    }

    private <T> @Nullable T maybe(Supplier<T> value) {
        return random.nextBoolean() ? null : value.get();
    }

    private <T> List<T> list(Supplier<T> element) {
        List<T> list = new ArrayList<>();
        int size = random.nextInt(5);
        for (int i = 0; i < size; i++) {
            list.add(element.get());
        }
        return list;
    }
}
