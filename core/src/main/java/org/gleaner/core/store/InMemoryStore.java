package org.gleaner.core.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.gleaner.core.attempt.Failures;
import org.gleaner.core.attempt.PastAttempt;
import org.gleaner.core.attempt.WorkSpan;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.Store;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.grid.StoredGrid.NodeRow;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.grid.StoredJob.LiveRow;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.BlobUse;
import org.gleaner.core.job.ClosedJob;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.JobFiles;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.observer.StayWeek;
import org.gleaner.core.store.TriedTask.Attempt;
import org.jspecify.annotations.Nullable;

/**
 * A store that outlives the grid's state but not the process: for simulations and tests. It keeps the same rows as a
 * database would and gives back the same. Confined to one thread, its history included.
 */
public final class InMemoryStore implements Store, History {
    private final Failure failure;
    private final UndoLog undo = new UndoLog();
    private final InMemoryTables tables = new InMemoryTables(undo);
    private final Projection projection = new Projection(tables);

    public InMemoryStore() {
        this(Failure.NEVER);
    }

    public InMemoryStore(Failure failure) {
        this.failure = failure;
    }

    @Override
    public void write(List<GridEvent.Hard> events) throws StoreException {
        if (events.isEmpty()) {
            return;
        }
        Failure.Verdict verdict = failure.judge(events);
        if (verdict == Failure.Verdict.REFUSE) {
            throw new StoreException("the write failed and changed nothing, as the simulation wants it");
        }
        boolean complete = false;
        try {
            projection.project(events);
            complete = true;
        } finally {
            if (complete) {
                undo.forget();
            } else {
                undo.undo();
            }
        }
        if (verdict == Failure.Verdict.COMMIT_UNHEARD) {
            throw new StoreException("the write was committed but not confirmed, as the simulation wants it");
        }
    }

    @Override
    public StoredGrid load() throws StoreException {
        return read().stored();
    }

    @Override
    public Optional<StoredJob> job(JobId job) throws StoreException {
        return rows(job).map(InMemoryJob::stored);
    }

    @Override
    public Optional<Owner> owner(JobId job) throws StoreException {
        return rows(job).map(rows -> rows.head().owner());
    }

    @Override
    public List<JobSummary> closedJobs(ClosedQuery query) throws StoreException {
        return closed(query)
                .filter(job -> query.isBehind(job.id(), ended(job)))
                .limit(query.limit())
                .toList();
    }

    @Override
    public long countClosed(ClosedQuery query) throws StoreException {
        return closed(query).count();
    }

    private Stream<JobSummary> closed(ClosedQuery query) throws StoreException {
        Caller caller = query.caller();
        Optional<JobId> last = lastJob(caller.owner());
        List<JobSummary> found = new ArrayList<>();
        for (InMemoryJob rows : read().jobs().descendingMap().values()) {
            InMemoryJob.Head head = rows.head();
            TaskCounts closed = head.closed();
            Instant ended = head.closedAt();
            if (closed != null
                    && ended != null
                    && query.listing().reaches(ended)
                    && caller.mayTouch(head.owner())
                    && matches(query.selector(), head, closed, last)) {
                found.add(new JobSummary(
                        head.id(),
                        head.spec().name(),
                        head.spec().type(),
                        head.owner(),
                        head.submitted(),
                        closed,
                        head.brake().note(),
                        ended,
                        head.spec().origin(),
                        null,
                        false,
                        false,
                        head.spec().isSolved()));
            }
        }
        // They are in the order of their numbers already.
        return query.listing().openFirst()
                ? found.stream()
                        .sorted(Comparator.comparing(InMemoryStore::ended).reversed())
                : found.stream();
    }

    private static Instant ended(JobSummary closed) {
        return Objects.requireNonNull(closed.ended());
    }

    private static boolean matches(Selector selector, InMemoryJob.Head head, TaskCounts closed, Optional<JobId> last) {
        if (selector instanceof Selector.OneJob one) {
            return head.id().equals(one.job());
        }
        if (selector instanceof Selector.SomeJobs some) {
            return some.jobs().contains(head.id());
        }
        if (selector instanceof Selector.SomeTasks some) {
            return head.id().equals(some.job());
        }
        if (selector instanceof Selector.Search search) {
            return search.finds(
                    head.spec(),
                    head.owner(),
                    closed.jobState(false, head.spec().isSolved()));
        }
        if (selector instanceof Selector.Owned owned) {
            return owned.finds(head.owner());
        }
        if (selector instanceof Selector.Named named) {
            return head.spec().name().equals(named.name());
        }
        if (selector instanceof Selector.Typed typed) {
            return head.spec().type().equals(typed.type());
        }
        if (selector instanceof Selector.InState in) {
            return closed.jobState(false, head.spec().isSolved()) == in.state();
        }
        return selector instanceof Selector.All || last.equals(Optional.of(head.id()));
    }

    @Override
    public Optional<JobId> lastJob(Owner owner) throws StoreException {
        for (InMemoryJob rows : read().jobs().descendingMap().values()) {
            if (rows.head().owner().equals(owner)) {
                return Optional.of(rows.head().id());
            }
        }
        return Optional.empty();
    }

    @Override
    public Failures failures(JobId job, int limit) throws StoreException {
        return new AttemptOverview(read()).failures(job, limit);
    }

    @Override
    public List<PastAttempt> past(AttemptQuery query) throws StoreException {
        return new AttemptOverview(read()).past(query);
    }

    @Override
    public List<WorkSpan> spans(SpanQuery query) throws StoreException {
        return new AttemptOverview(read()).spans(query);
    }

    @Override
    public List<AttemptRow> attempts(JobId job, Ordinals ordinals, int limit) throws StoreException {
        List<AttemptRow> found = new ArrayList<>();
        Optional<InMemoryJob> rows = rows(job);
        if (rows.isEmpty()) {
            return found;
        }
        for (Ordinals.Span span : ordinals.spans()) {
            for (Map.Entry<Integer, TriedTask> task : rows.get().tried(span).entrySet()) {
                for (Attempt one : task.getValue().attempts()) {
                    if (found.size() == limit) {
                        return found;
                    }
                    found.add(row(new TaskId(job, task.getKey()), one));
                }
            }
        }
        return found;
    }

    @Override
    public List<PartialRow> partials(JobId job, Ordinals ordinals, int limit) throws StoreException {
        List<PartialRow> found = new ArrayList<>();
        rows(job).ifPresent(rows -> rows.partials().of(ordinals).forEach(task -> found.addAll(task.latest())));
        return atMost(limit, found);
    }

    @Override
    public List<PartialRow> partials(AttemptId attempt, int limit) throws StoreException {
        List<PartialRow> found = new ArrayList<>();
        rows(attempt.job()).ifPresent(rows -> found.addAll(rows.partials().of(attempt)));
        return atMost(limit, found);
    }

    private static <T> List<T> atMost(int limit, List<T> found) {
        return List.copyOf(found.subList(0, Math.min(limit, found.size())));
    }

    @Override
    public List<AttemptId> leavers(JobId job, Ordinals ordinals, int limit) throws StoreException {
        List<AttemptId> found = new ArrayList<>();
        Optional<InMemoryJob> rows = rows(job);
        if (rows.isPresent()) {
            InMemoryJob all = rows.get();
            ordinals.spans()
                    .forEach(span -> all.tried(span)
                            .forEach((ordinal, task) -> task.attempts().forEach(one -> {
                                AttemptId id = new AttemptId(new TaskId(job, ordinal), one.number());
                                if (all.partials().of(id).stream().anyMatch(one::sent)) {
                                    found.add(id);
                                }
                            })));
        }
        return atMost(limit, found);
    }

    private AttemptRow row(TaskId task, Attempt one) {
        NodeRow node = tables.node(one.node());
        TriedTask.Ending ending = one.ending();
        return new AttemptRow(
                new AttemptId(task, one.number()),
                one.node(),
                node == null ? one.node().toString() : node.facts().name(),
                one.assigned(),
                ending == null ? null : ending.at(),
                ending == null ? null : ending.report());
    }

    @Override
    public Optional<JobFiles> files(JobId job) throws StoreException {
        return rows(job)
                .map(rows -> new JobFiles(
                        rows.head().spec().inputs(), rows.head().spec().outputs()));
    }

    @Override
    public Optional<Entry> entry(JobId job, int ordinal) throws StoreException {
        Optional<InMemoryJob> rows = rows(job);
        if (rows.isEmpty() || ordinal < 1 || ordinal > rows.get().head().spec().tasks()) {
            return Optional.empty();
        }
        Entry computed = rows.get().head().spec().array().entry(ordinal);
        if (computed != null) {
            return Optional.of(computed);
        }
        @Nullable EntryPage page = rows.get().page(EntryPage.pageOf(ordinal));
        return page == null ? Optional.empty() : Optional.of(page.entry(ordinal));
    }

    @Override
    public boolean ownerUses(Owner owner, BlobHash hash) throws StoreException {
        for (InMemoryJob rows : read().jobs().values()) {
            if (rows.head().owner().equals(owner) && rows.names(hash)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean nodeNeeds(NodeId node, BlobHash hash) throws StoreException {
        for (InMemoryJob rows : read().jobs().values()) {
            for (LiveRow live : rows.stored().live()) {
                if (live.node().equals(node)
                        && (rows.hasInput(hash) || rows.partials().names(live.attempt(), hash))) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public List<ClosedJob> closedBefore(Instant before, boolean withFiles, int limit) throws StoreException {
        List<ClosedJob> found = new ArrayList<>();
        TreeSet<JobId> taken = taken();
        for (InMemoryJob rows : read().jobs().values()) {
            Instant closed = rows.head().closedAt();
            boolean needless = !taken.contains(rows.head().id()) && !(withFiles && rows.retired() != null);
            if (closed != null && closed.isBefore(before) && needless) {
                found.add(new ClosedJob(rows.head().id(), rows.head().owner(), closed));
            }
        }
        found.sort(Comparator.comparing(ClosedJob::closed).thenComparing(ClosedJob::job));
        return List.copyOf(found.subList(0, Math.min(limit, found.size())));
    }

    /** Jobs of whose results open ones take files. */
    private TreeSet<JobId> taken() {
        TreeSet<JobId> taken = new TreeSet<>();
        for (InMemoryJob rows : tables.jobs().values()) {
            if (rows.head().closedAt() == null) {
                rows.head().spec().turn().sources().forEach(one -> taken.add(one.job()));
            }
        }
        return taken;
    }

    @Override
    public Optional<Instant> retired(JobId job) throws StoreException {
        return rows(job).map(InMemoryJob::retired);
    }

    @Override
    public List<PastStay> stays(Instant since, int limit) throws StoreException {
        return read().beliefs().stays().stream()
                .filter(stay -> !stay.to().isBefore(since))
                .sorted(Comparator.comparing(PastStay::to).thenComparing(PastStay::node))
                .limit(limit)
                .toList();
    }

    @Override
    public List<StayWeek> stayWeeks(NodeId node, int limit) throws StoreException {
        List<StayWeek> weeks = read().beliefs().weeks(node);
        return weeks.subList(Math.max(0, weeks.size() - limit), weeks.size());
    }

    @Override
    public List<BlobHash> unused(List<BlobHash> blobs) throws StoreException {
        Collection<InMemoryJob> jobs = read().jobs().values();
        return blobs.stream()
                .filter(hash -> jobs.stream().noneMatch(rows -> rows.names(hash)))
                .toList();
    }

    @Override
    public Map<BlobHash, Long> named(int first) throws StoreException {
        String begin = String.format(Locale.ROOT, "%02x", first);
        TreeMap<BlobHash, Long> named = new TreeMap<>();
        read().jobs()
                .values()
                .forEach(rows -> rows.blobs().forEach((hash, blob) -> {
                    if (hash.hex().startsWith(begin)) {
                        named.put(hash, blob.size());
                    }
                }));
        return named;
    }

    @Override
    public List<BlobUse> use() throws StoreException {
        TreeMap<Owner, TreeMap<BlobHash, InMemoryJob.Blob>> blobs = new TreeMap<>();
        TreeMap<Owner, Long> jobs = new TreeMap<>();
        for (InMemoryJob rows : read().jobs().values()) {
            Owner owner = rows.head().owner();
            jobs.merge(owner, 1L, Long::sum);
            TreeMap<BlobHash, InMemoryJob.Blob> own = blobs.computeIfAbsent(owner, any -> new TreeMap<>());
            rows.blobs()
                    .forEach((hash, blob) -> own.merge(
                            hash,
                            blob,
                            (one, other) -> new InMemoryJob.Blob(
                                    one.input() || other.input(), Math.max(one.size(), other.size()), false)));
        }
        List<BlobUse> use = new ArrayList<>();
        blobs.forEach((owner, own) -> {
            long inputs = own.values().stream()
                    .filter(InMemoryJob.Blob::input)
                    .mapToLong(InMemoryJob.Blob::size)
                    .sum();
            long all = own.values().stream().mapToLong(InMemoryJob.Blob::size).sum();
            use.add(new BlobUse(owner, jobs.getOrDefault(owner, 0L), inputs, all - inputs));
        });
        return use;
    }

    private Optional<InMemoryJob> rows(JobId job) throws StoreException {
        return Optional.ofNullable(read().jobs().get(job));
    }

    /** What every read begins with. */
    private InMemoryTables read() throws StoreException {
        if (failure.refusesReads()) {
            throw new StoreException("the read failed, as the simulation wants it");
        }
        return tables;
    }
}
