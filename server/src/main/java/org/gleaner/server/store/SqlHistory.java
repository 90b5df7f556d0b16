package org.gleaner.server.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gleaner.core.attempt.Failures;
import org.gleaner.core.attempt.PastAttempt;
import org.gleaner.core.attempt.WorkSpan;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.BlobUse;
import org.gleaner.core.job.ClosedJob;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.JobFiles;
import org.gleaner.core.job.JobWeight;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.observer.StayWeek;
import org.gleaner.core.store.AttemptQuery;
import org.gleaner.core.store.ClosedQuery;
import org.gleaner.core.store.History;
import org.gleaner.core.store.PastStay;
import org.gleaner.core.store.SpanQuery;

/** Answers from what is committed, beside the writer and without stopping it. Thread-safe. */
record SqlHistory(Readers readers, Recent recent) implements History {
    private static final String OWNER_USES =
            "SELECT 1 FROM blob_ref r JOIN job j ON j.id = r.job WHERE r.hash = ? AND j.owner = ? LIMIT 1";
    private static final String NODE_NEEDS = "SELECT 1 FROM attempt a WHERE a.node = ? AND a.ended IS NULL"
            + " AND (EXISTS (SELECT 1 FROM blob_ref r WHERE r.hash = ? AND r.job = a.job AND r.input = 1)"
            + " OR EXISTS (SELECT 1 FROM partial_file p WHERE p.hash = ? AND p.job = a.job AND p.ordinal = a.ordinal"
            + " AND p.number = a.number AND p.content IS NULL)) LIMIT 1";

    private static final String SPEC = "SELECT spec FROM job WHERE id = ?";

    /** And no open job takes files of it. */
    private static final String OLD = "SELECT id, closed, owner FROM job WHERE closed IS NOT NULL AND closed < ?"
            + " AND NOT EXISTS (SELECT 1 FROM file_source s JOIN job t ON t.id = s.job"
            + " WHERE s.source = job.id AND t.closed IS NULL)";

    private static final String OLD_JOBS = OLD + " ORDER BY closed, id LIMIT ?";
    private static final String OLD_FILES = OLD + " AND retired IS NULL ORDER BY closed, id LIMIT ?";
    private static final String NAMED_FROM = "SELECT hash, MAX(size) FROM blob_ref WHERE hash >= ? AND input >= 0";
    private static final String EACH_ONCE = " GROUP BY hash";
    private static final String NAMED_BETWEEN = NAMED_FROM + " AND hash < ?" + EACH_ONCE;
    private static final String NAMED = "SELECT 1 FROM blob_ref WHERE hash = ? LIMIT 1";
    /** Content that several jobs of an owner name counts once, and as input if one of them needs it. */
    private static final String USE = "SELECT o.owner, o.jobs, coalesce(b.inputs, 0), coalesce(b.outputs, 0) FROM"
            + " (SELECT owner, count(*) AS jobs FROM job GROUP BY owner) o LEFT JOIN"
            + " (SELECT owner, sum(CASE WHEN input = 1 THEN size ELSE 0 END) AS inputs,"
            + " sum(CASE WHEN input = 1 THEN 0 ELSE size END) AS outputs FROM"
            + " (SELECT j.owner AS owner, max(r.input) AS input, max(r.size) AS size"
            + " FROM blob_ref r JOIN job j ON j.id = r.job GROUP BY j.owner, r.hash) one GROUP BY owner) b"
            + " ON b.owner = o.owner";

    /** A page of the entries of a job. */
    private record PageKey(JobId job, int page) {}

    /** What was read last: pages of entries, and lists of files that lie aside. */
    static final class Recent {
        private static final int MOST = 16;
        private static final long MOST_BYTES =
                Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 32);

        private final RecentlyRead<PageKey, EntryPage> pages = new RecentlyRead<>(MOST, MOST_BYTES, JobWeight::page);
        private final RecentlyRead<JobId, JobFiles> files = new RecentlyRead<>(
                MOST, MOST_BYTES, list -> JobWeight.inputs(list.inputs()) + JobWeight.outputs(list.outputs()));

        private final Object reading = new Object();

        /** To be called when pages or lists were replaced or deleted. */
        void clear() {
            pages.clear();
            files.clear();
        }
    }

    @Override
    public Optional<StoredJob> job(JobId job) throws StoreException {
        return readers.read(session -> new JobReader(session).one(job));
    }

    @Override
    public Optional<StoredJob> outline(JobId job) throws StoreException {
        return readers.read(session -> new JobReader(session).outline(job));
    }

    @Override
    public Optional<Owner> owner(JobId job) throws StoreException {
        return readers.read(session ->
                session.first("SELECT owner FROM job WHERE id = ?", row -> new Owner(row.getString(1)), job.value()));
    }

    @Override
    public List<JobSummary> closedJobs(ClosedQuery query) throws StoreException {
        return readers.read(session -> new ClosedReader(session).list(query));
    }

    @Override
    public long countClosed(ClosedQuery query) throws StoreException {
        return readers.read(session -> new ClosedReader(session).count(query));
    }

    @Override
    public Optional<JobId> lastJob(Owner owner) throws StoreException {
        return readers.read(session -> session.first(
                "SELECT id FROM job WHERE owner = ? ORDER BY id DESC LIMIT 1",
                row -> new JobId(row.getLong(1)),
                owner.name()));
    }

    @Override
    public Failures failures(JobId job, int limit) throws StoreException {
        return readers.read(session -> new AttemptReader(session).failures(job, limit));
    }

    @Override
    public List<PastAttempt> past(AttemptQuery query) throws StoreException {
        return readers.read(session -> new AttemptReader(session).past(query));
    }

    @Override
    public List<WorkSpan> spans(SpanQuery query) throws StoreException {
        return readers.read(session -> new SpanReader(session).spans(query));
    }

    @Override
    public List<AttemptRow> attempts(JobId job, Ordinals ordinals, int limit) throws StoreException {
        return readers.read(session -> new AttemptReader(session).attempts(job, ordinals, limit));
    }

    @Override
    public boolean wasGiven(NodeId node, AttemptId attempt) throws StoreException {
        return readers.read(session -> new AttemptReader(session).wasGiven(node, attempt));
    }

    @Override
    public List<PartialRow> partials(JobId job, Ordinals ordinals, int limit) throws StoreException {
        return readers.read(session -> new AttemptReader(session).partials(job, ordinals, limit));
    }

    @Override
    public List<PartialRow> partials(AttemptId attempt, int limit) throws StoreException {
        return readers.read(session -> new AttemptReader(session).partials(attempt, limit));
    }

    @Override
    public List<AttemptId> leavers(JobId job, Ordinals ordinals, int limit) throws StoreException {
        return readers.read(session -> new AttemptReader(session).leavers(job, ordinals, limit));
    }

    @Override
    public Optional<JobFiles> files(JobId job) throws StoreException {
        Optional<JobFiles> known = recent.files.get(job);
        if (known.isPresent()) {
            return known;
        }
        // One after the other: who waited finds it, and lists that are read at the same time would be much at once.
        synchronized (recent.reading) {
            known = recent.files.get(job);
            return known.isPresent() ? known : readFiles(job);
        }
    }

    private Optional<JobFiles> readFiles(JobId job) throws StoreException {
        long generation = recent.files.generation();
        Optional<JobFiles> read = readers.read(session -> {
            Optional<String> spec = session.first(SPEC, row -> row.getString(1), job.value());
            return spec.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new FileLists(session).of(job, StoredSpec.read(spec.get())));
        });
        read.ifPresent(files -> recent.files.put(job, files, generation));
        return read;
    }

    @Override
    public Optional<Entry> entry(JobId job, int ordinal) throws StoreException {
        if (ordinal < 1) {
            return Optional.empty();
        }
        PageKey key = new PageKey(job, EntryPage.pageOf(ordinal));
        Optional<EntryPage> known = recent.pages.get(key);
        Optional<Entry> there = known.flatMap(page -> entry(page, ordinal));
        if (there.isPresent()) {
            return there;
        }
        // The page of a growing job may have been read before this entry came to it.
        recent.pages.remove(key);
        long generation = recent.pages.generation();
        return readers.read(session -> {
            Optional<String> spec = session.first(SPEC, row -> row.getString(1), job.value());
            if (spec.isEmpty()) {
                return Optional.empty();
            }
            ArrayShape array = StoredSpec.read(spec.get()).array();
            if (ordinal > array.size()) {
                return Optional.empty();
            }
            Entry computed = array.entry(ordinal);
            if (computed != null) {
                return Optional.of(computed);
            }
            Optional<EntryPage> page = page(session, job, EntryPage.pageOf(ordinal));
            page.ifPresent(one -> recent.pages.put(key, one, generation));
            return page.isEmpty() ? Optional.empty() : entry(page.get(), ordinal);
        });
    }

    private static Optional<Entry> entry(EntryPage page, int ordinal) {
        boolean onPage = (ordinal - 1) % EntryPage.SIZE < page.entries().size();
        return onPage ? Optional.of(page.entry(ordinal)) : Optional.empty();
    }

    static Optional<EntryPage> page(SqlSession session, JobId job, int number) throws StoreException {
        Optional<byte[]> content = session.first(
                "SELECT content FROM entry_page WHERE job = ? AND page = ?",
                row -> row.getBytes(1),
                job.value(),
                number);
        return content.isEmpty() ? Optional.empty() : Optional.of(EntryCodec.read(number, content.get()));
    }

    @Override
    public List<ClosedJob> closedBefore(Instant before, boolean withFiles, int limit) throws StoreException {
        return readers.read(session -> session.list(
                withFiles ? OLD_FILES : OLD_JOBS,
                row -> new ClosedJob(
                        new JobId(row.getLong(1)), new Owner(row.getString(3)), Columns.instant(row.getLong(2))),
                before.toEpochMilli(),
                limit));
    }

    @Override
    public Optional<Instant> retired(JobId job) throws StoreException {
        return readers.read(session -> session.first(
                "SELECT retired FROM job WHERE id = ? AND retired IS NOT NULL",
                row -> Columns.instant(row.getLong(1)),
                job.value()));
    }

    @Override
    public List<PastStay> stays(Instant since, int limit) throws StoreException {
        return readers.read(session -> new PastReader(session).stays(since, limit));
    }

    @Override
    public List<StayWeek> stayWeeks(NodeId node, int limit) throws StoreException {
        return readers.read(session -> new PastReader(session).weeks(node, limit));
    }

    @Override
    public List<BlobHash> unused(List<BlobHash> blobs) throws StoreException {
        return readers.read(session -> {
            List<BlobHash> unused = new ArrayList<>();
            for (BlobHash hash : blobs) {
                if (!session.exists(NAMED, HexFormat.of().parseHex(hash.hex()))) {
                    unused.add(hash);
                }
            }
            return unused;
        });
    }

    @Override
    public Map<BlobHash, Long> named(int first) throws StoreException {
        Map<BlobHash, Long> named = new HashMap<>();
        SqlSession.Mapper<Long> note = row -> {
            long size = row.getLong(2);
            named.put(new BlobHash(HexFormat.of().formatHex(row.getBytes(1))), size);
            return size;
        };
        byte[] from = {(byte) first};
        byte[] to = {(byte) (first + 1)};
        List<Long> unused = readers.read(session -> first == 0xff
                ? session.list(NAMED_FROM + EACH_ONCE, note, from)
                : session.list(NAMED_BETWEEN, note, from, to));
        return named;
    }

    @Override
    public List<BlobUse> use() throws StoreException {
        return readers.read(session -> {
            List<BlobUse> use = session.list(
                    USE,
                    row -> new BlobUse(new Owner(row.getString(1)), row.getLong(2), row.getLong(3), row.getLong(4)));
            use.sort(Comparator.comparing(BlobUse::owner));
            return use;
        });
    }

    @Override
    public boolean ownerUses(Owner owner, BlobHash hash) throws StoreException {
        return readers.read(session -> session.exists(OWNER_USES, HexFormat.of().parseHex(hash.hex()), owner.name()));
    }

    @Override
    public boolean nodeNeeds(NodeId node, BlobHash hash) throws StoreException {
        byte[] bytes = HexFormat.of().parseHex(hash.hex());
        return readers.read(session -> session.exists(NODE_NEEDS, node.value(), bytes, bytes));
    }
}
