package org.gleaner.server.store;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.FailureLine;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.grid.Brake;
import org.gleaner.core.grid.SubmissionKey;
import org.gleaner.core.grid.Token;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.node.Duty;
import org.gleaner.core.observer.NodeBelief;
import org.gleaner.core.observer.TypeBelief;
import org.gleaner.core.store.ClosedJob;
import org.gleaner.core.store.PastStay;
import org.gleaner.core.store.StoreException;
import org.gleaner.core.store.StoredGrid.NodeRow;
import org.gleaner.core.store.StoredJob;
import org.gleaner.core.store.Tables;
import org.jspecify.annotations.Nullable;

/** The rows of the running transaction. What it is told is in the database after {@link #flush}, not before. */
final class SqlTables implements Tables {
    private static final String[] JOB_TABLES = {
        "DELETE FROM job WHERE id = ?",
        "DELETE FROM task_page WHERE job = ?",
        "DELETE FROM entry_page WHERE job = ?",
        "DELETE FROM task_counter WHERE job = ?",
        "DELETE FROM attempt WHERE job = ?",
        "DELETE FROM blob_ref WHERE job = ?",
        "DELETE FROM partial_file WHERE job = ?"
    };
    private static final String INSERT_JOB =
            "INSERT INTO job (id, owner, name, type, tasks, submitted, spec) VALUES (?, ?, ?, ?, ?, ?, ?)";
    private static final String COUNT_ON = "UPDATE counter SET next = ? WHERE name = ? AND next <= ?";
    private static final String PUT_KEY = Upsert.into("submission_key", 2, "owner", "key", "fingerprint", "job", "at");
    private static final String PUT_PAGE = Upsert.into("entry_page", 2, "job", "page", "content");
    private static final String PUT_BLOB = "INSERT INTO blob_ref (hash, job, input, size) VALUES (?, ?, ?, ?)"
            + " ON CONFLICT (hash, job) DO UPDATE SET input = excluded.input WHERE excluded.input > blob_ref.input";
    /** Uses of a blob by a job; of several the highest counts. */
    private static final int INPUT = 1;

    private static final int OUTPUT = 0;
    private static final int ONLY_PARTIAL = -1;
    private static final String PUT_PARTIAL = Upsert.into(
            "partial_file", 3, "job", "ordinal", "path", "number", "hash", "size", "executable", "content", "at");
    private static final String DROP_BLOB = "DELETE FROM blob_ref WHERE job = ? AND hash = ? AND input = ?"
            + " AND NOT EXISTS (SELECT 1 FROM partial_file p WHERE p.job = blob_ref.job AND p.hash = blob_ref.hash"
            + " AND p.content IS NULL)";
    /** Inputs stay as long as a task can be retried: a job closes when all are done or cancelled. */
    private static final String RETIRE_FILES = "DELETE FROM blob_ref WHERE job = ? AND (input <= 0"
            + " OR EXISTS (SELECT 1 FROM job WHERE id = blob_ref.job AND state = 'done'))";

    private static final String PUT_COUNTERS =
            Upsert.into("task_counter", 2, "job", "ordinal", "attempts", "failures", "lost");
    private static final String RESET_COUNTERS =
            "UPDATE task_counter SET failures = 0, lost = 0 WHERE job = ? AND ordinal BETWEEN ? AND ?";
    private static final String INSERT_ATTEMPT =
            "INSERT INTO attempt (job, ordinal, number, node, lane, assigned) VALUES (?, ?, ?, ?, ?, ?)";
    private static final String END_ATTEMPT = "UPDATE attempt SET ended = ?, outcome = ?, digest = ?, exit_code = ?,"
            + " run = ?, cpu = ?, peak = ?, more = ?, failure = ? WHERE job = ? AND ordinal = ? AND number = ?";
    private static final String REVIVE_ATTEMPT = "UPDATE attempt SET lane = ?, assigned = ?, ended = NULL,"
            + " outcome = NULL, digest = NULL, exit_code = NULL, run = NULL, cpu = NULL, peak = NULL, more = NULL,"
            + " failure = NULL"
            + " WHERE job = ? AND ordinal = ? AND number = ?";
    private static final String PUT_NODE = Upsert.into(
            "node",
            1,
            "id",
            "incarnation",
            "name",
            "os",
            "arch",
            "cores",
            "benchmark",
            "version",
            "slots",
            "memory",
            "disk",
            "abilities",
            "introduced");
    private static final String PUT_REFUSAL = Upsert.into("refusal", 3, "node", "owner", "type", "at");
    private static final String PUT_SETTING = Upsert.into("setting", 1, "name", "value");
    private static final String PUT_TOKEN =
            Upsert.into("token", 1, "hash", "role", "owner", "node", "name", "created", "expires", "used");
    private static final String PUT_DUTY = Upsert.into("node_duty", 1, "node", "duty");

    private static final int MOST_SIZES = 10_000;

    /** A step that the database may refuse. */
    private interface Step {
        void run() throws SQLException, StoreException;
    }

    private final Session session;
    private final StatePages states;
    private final BeliefRows beliefs;
    /** Numbers of tasks of jobs that exist; they never change. */
    private final Map<JobId, Integer> sizes = new HashMap<>();

    SqlTables(Session session) {
        this.session = session;
        this.states = new StatePages(session);
        this.beliefs = new BeliefRows(session);
    }

    private void countOn(String counter, long used) throws SQLException {
        session.update(COUNT_ON, used + 1, counter, used);
    }

    /** Writes what was kept back. */
    void flush() throws StoreException {
        step(states::flush);
        if (sizes.size() > MOST_SIZES) {
            sizes.clear();
        }
    }

    /** Forgets what was kept back. */
    void discard() {
        states.discard();
        sizes.clear();
    }

    @Override
    public void insertJob(JobId job, Owner owner, Instant at, JobSpec spec, @Nullable SubmissionKey key)
            throws StoreException {
        String json = SpecJson.write(spec);
        step(() -> {
            session.update(
                    INSERT_JOB,
                    job.value(),
                    owner.name(),
                    spec.name(),
                    spec.type(),
                    spec.tasks(),
                    at.toEpochMilli(),
                    json);
            countOn("job", job.value());
            if (key != null) {
                session.update(
                        PUT_KEY, key.owner().name(), key.key(), key.fingerprint(), job.value(), at.toEpochMilli());
            }
            for (InputFile file : spec.files()) {
                putBlob(job, file.hash(), INPUT, file.size());
            }
        });
        sizes.put(job, spec.tasks());
    }

    @Override
    public void putPages(JobId job, List<EntryPage> pages) throws StoreException {
        size(job);
        // In the order of the index: the hashes of a page's files are spread over all of it.
        TreeMap<BlobHash, Long> hashes = new TreeMap<>();
        for (EntryPage page : pages) {
            byte[] content = EntryCodec.write(page);
            step(() -> session.update(PUT_PAGE, job.value(), page.number(), content));
            for (Entry entry : page.entries()) {
                entry.files().forEach(file -> hashes.put(file.hash(), file.size()));
            }
        }
        step(() -> {
            for (Map.Entry<BlobHash, Long> blob : hashes.entrySet()) {
                putBlob(job, blob.getKey(), INPUT, blob.getValue());
            }
        });
    }

    private void putBlob(JobId job, BlobHash hash, int use, long size) throws SQLException {
        session.update(PUT_BLOB, HexFormat.of().parseHex(hash.hex()), job.value(), use, size);
    }

    @Override
    public void setInputs(JobId job, List<InputFile> inputs) throws StoreException {
        String json = SpecJson.write(SpecJson.read(specOf(job)).withInputs(inputs));
        step(() -> {
            session.update("UPDATE job SET spec = ? WHERE id = ?", json, job.value());
            for (InputFile file : inputs) {
                putBlob(job, file.hash(), INPUT, file.size());
            }
        });
    }

    @Override
    public void setTerms(JobId job, JobLimits limits, int priority) throws StoreException {
        JobSpec spec = SpecJson.read(specOf(job));
        String json = SpecJson.write(spec.with(limits).withTurn(spec.turn().withPriority(priority)));
        step(() -> session.update("UPDATE job SET spec = ? WHERE id = ?", json, job.value()));
    }

    private String specOf(JobId job) throws StoreException {
        try {
            return session.first("SELECT spec FROM job WHERE id = ?", row -> row.getString(1), job.value())
                    .orElseThrow(() -> new StoreException("job " + job + " is not stored"));
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void setBrake(JobId job, Brake brake) throws StoreException {
        updateOne(
                job,
                "UPDATE job SET brake_failures = ?, brake_blocked = ?, brake_note = ? WHERE id = ?",
                brake.firstFailures(),
                brake.blockedBefore(),
                brake.note(),
                job.value());
    }

    @Override
    public void closeJob(JobId job, TaskCounts tasks, Instant at) throws StoreException {
        updateOne(
                job,
                "UPDATE job SET closed = ?, state = ?, counts = ? WHERE id = ?",
                at.toEpochMilli(),
                tasks.jobState().word(),
                Columns.counts(tasks),
                job.value());
    }

    @Override
    public void reopenJob(StoredJob seen) throws StoreException {
        JobId job = seen.id();
        step(() -> {
            states.flush();
            if (!new JobReader(session).one(job).equals(Optional.of(seen))) {
                throw new StoreException("job " + job + " has changed since it was to be opened again");
            }
        });
        updateOne(
                job,
                "UPDATE job SET closed = NULL, state = NULL, counts = NULL, retired = NULL WHERE id = ?",
                job.value());
    }

    @Override
    public void deleteJob(JobId job) throws StoreException {
        removeRows(job);
        step(() -> session.update("DELETE FROM submission_key WHERE job = ?", job.value()));
    }

    private void removeRows(JobId job) throws StoreException {
        states.forget(job.value());
        sizes.remove(job);
        step(() -> {
            for (String sql : JOB_TABLES) {
                session.update(sql, job.value());
            }
        });
    }

    @Override
    public void retireJob(ClosedJob job, Instant at, boolean onlyFiles) throws StoreException {
        long id = job.job().value();
        long closed = job.closed().toEpochMilli();
        step(() -> {
            if (session.update("UPDATE job SET retired = ? WHERE id = ? AND closed = ?", at.toEpochMilli(), id, closed)
                    == 0) {
                return;
            }
            if (onlyFiles) {
                session.update("DELETE FROM partial_file WHERE job = ?", id);
                session.update(RETIRE_FILES, id);
            } else {
                removeRows(job.job());
            }
        });
    }

    @Override
    public void setStates(JobId job, Ordinals ordinals, TaskState state) throws StoreException {
        int tasks = size(job);
        step(() -> states.set(job.value(), tasks, ordinals, state));
    }

    @Override
    public void putCounters(TaskId task, TaskRecord record) throws StoreException {
        size(task.job());
        step(() -> session.update(
                PUT_COUNTERS, task.job().value(), task.ordinal(), record.attempts(), record.failures(), record.lost()));
    }

    @Override
    public void resetCounters(JobId job, Ordinals ordinals) throws StoreException {
        size(job);
        step(() -> {
            for (Ordinals.Span span : ordinals.spans()) {
                session.update(RESET_COUNTERS, job.value(), span.first(), span.last());
            }
        });
    }

    @Override
    public void insertAttempt(AttemptId attempt, NodeId node, int lane, Instant at) throws StoreException {
        size(attempt.job());
        step(() -> session.update(
                INSERT_ATTEMPT,
                attempt.job().value(),
                attempt.ordinal(),
                attempt.number(),
                node.value(),
                lane,
                at.toEpochMilli()));
    }

    @Override
    public void endAttempt(AttemptReport report, Instant at) throws StoreException {
        AttemptId attempt = report.attempt();
        updateOne(
                attempt,
                END_ATTEMPT,
                at.toEpochMilli(),
                report.outcome().word(),
                report.digest(),
                report.exitCode(),
                Columns.nanos(report.usage().run()),
                Columns.nanos(report.usage().cpu()),
                report.usage().peak().bytes(),
                ReportJson.write(report),
                FailureLine.of(report),
                attempt.job().value(),
                attempt.ordinal(),
                attempt.number());
        step(() -> {
            for (ResultFile file : report.files()) {
                if (file.inline() == null) {
                    putBlob(attempt.job(), file.hash(), OUTPUT, file.size());
                }
            }
        });
    }

    @Override
    public void reviveAttempt(AttemptId attempt, int lane, Instant at) throws StoreException {
        updateOne(
                attempt,
                REVIVE_ATTEMPT,
                lane,
                at.toEpochMilli(),
                attempt.job().value(),
                attempt.ordinal(),
                attempt.number());
    }

    @Override
    public void putPartials(AttemptId attempt, List<ResultFile> files, Instant at) throws StoreException {
        long job = attempt.job().value();
        size(attempt.job());
        step(() -> {
            for (ResultFile file : files) {
                List<byte[]> before = session.list(
                        "SELECT hash FROM partial_file WHERE job = ? AND ordinal = ? AND path = ? AND content IS NULL",
                        row -> row.getBytes(1),
                        job,
                        attempt.ordinal(),
                        file.path());
                session.update(
                        PUT_PARTIAL,
                        job,
                        attempt.ordinal(),
                        file.path(),
                        attempt.number(),
                        HexFormat.of().parseHex(file.hash().hex()),
                        file.size(),
                        file.executable() ? 1 : 0,
                        file.inline(),
                        at.toEpochMilli());
                if (file.inline() == null) {
                    putBlob(attempt.job(), file.hash(), ONLY_PARTIAL, file.size());
                }
                dropBlobs(job, before);
            }
        });
    }

    @Override
    public void removePartials(TaskId task) throws StoreException {
        long job = task.job().value();
        step(() -> {
            List<byte[]> before = session.list(
                    "SELECT hash FROM partial_file WHERE job = ? AND ordinal = ? AND content IS NULL",
                    row -> row.getBytes(1),
                    job,
                    task.ordinal());
            session.update("DELETE FROM partial_file WHERE job = ? AND ordinal = ?", job, task.ordinal());
            dropBlobs(job, before);
        });
    }

    private void dropBlobs(long job, List<byte[]> hashes) throws SQLException {
        for (byte[] hash : hashes) {
            session.update(DROP_BLOB, job, hash, ONLY_PARTIAL);
        }
    }

    @Override
    public void putNode(NodeRow node) throws StoreException {
        Duration benchmark = node.facts().benchmark();
        step(() -> {
            session.update(
                    PUT_NODE,
                    node.node().value(),
                    node.incarnation(),
                    node.facts().name(),
                    node.facts().os(),
                    node.facts().arch(),
                    node.facts().cores(),
                    benchmark.toString(),
                    node.facts().version(),
                    node.capacity().slots(),
                    node.capacity().memory().bytes(),
                    node.capacity().disk().bytes(),
                    AbilitiesJson.write(node.facts().abilities()),
                    node.at().toEpochMilli());
            countOn("node", node.node().value());
        });
    }

    @Override
    public void putBelief(NodeId node, NodeBelief belief) throws StoreException {
        step(() -> beliefs.put(node, belief));
    }

    @Override
    public void removeBelief(NodeId node) throws StoreException {
        step(() -> beliefs.remove(node));
    }

    @Override
    public void putBelief(TypeKey type, TypeBelief belief) throws StoreException {
        step(() -> beliefs.put(type, belief));
    }

    @Override
    public void removeBelief(TypeKey type) throws StoreException {
        step(() -> beliefs.remove(type));
    }

    @Override
    public void insertStay(PastStay stay) throws StoreException {
        step(() -> beliefs.insert(stay));
    }

    @Override
    public void foldStays(Instant before) throws StoreException {
        step(() -> beliefs.foldStays(before));
    }

    @Override
    public void putRefusal(NodeId node, TypeKey type, Instant at) throws StoreException {
        step(() -> session.update(PUT_REFUSAL, node.value(), type.owner().name(), type.type(), at.toEpochMilli()));
    }

    @Override
    public void removeRefusal(NodeId node, TypeKey type) throws StoreException {
        step(() -> session.update(
                "DELETE FROM refusal WHERE node = ? AND owner = ? AND type = ?",
                node.value(),
                type.owner().name(),
                type.type()));
    }

    @Override
    public void putSetting(String name, String value) throws StoreException {
        step(() -> session.update(PUT_SETTING, name, value));
    }

    @Override
    public void putToken(Token token) throws StoreException {
        Owner owner = token.owner();
        NodeId node = token.node();
        step(() -> session.update(
                PUT_TOKEN,
                token.hash().hex(),
                token.role().word(),
                owner == null ? null : owner.name(),
                node == null ? null : node.value(),
                token.note().name(),
                Columns.millis(token.note().created()),
                Columns.millis(token.note().expires()),
                Columns.millis(token.note().used())));
    }

    @Override
    public void setDuty(NodeId node, Duty duty) throws StoreException {
        step(() -> session.update(PUT_DUTY, node.value(), duty.word()));
    }

    @Override
    public void removeToken(TokenHash hash) throws StoreException {
        step(() -> session.update("DELETE FROM token WHERE hash = ?", hash.hex()));
    }

    @Override
    public void removeKeysBefore(Instant before) throws StoreException {
        step(() -> session.update("DELETE FROM submission_key WHERE at < ?", before.toEpochMilli()));
    }

    /** The number of a job's tasks; an exception if there is no such job. */
    private int size(JobId job) throws StoreException {
        Integer known = sizes.get(job);
        if (known != null) {
            return known;
        }
        try {
            Optional<Integer> stored =
                    session.first("SELECT tasks FROM job WHERE id = ?", row -> row.getInt(1), job.value());
            int tasks = stored.orElseThrow(() -> new StoreException("job " + job + " is not stored"));
            sizes.put(job, tasks);
            return tasks;
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private void updateOne(Record id, String sql, @Nullable Object... values) throws StoreException {
        step(() -> {
            if (session.update(sql, values) != 1) {
                throw new StoreException(id.getClass().getSimpleName() + " " + id + " is not stored");
            }
        });
    }

    private static void step(Step step) throws StoreException {
        try {
            step.run();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private static StoreException failed(SQLException e) {
        return new StoreException("the database refused a change: " + e.getMessage(), e);
    }
}
