package org.gleaner.server.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.Hosting;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.store.Tables;
import org.jspecify.annotations.Nullable;

/** Writes which blobs a job needs and for what, and the files that its tasks sent before they ended. */
final class SqlFiles {
    /** Uses of a blob by a job; of several the highest counts. */
    private static final int INPUT = 1;

    private static final int OUTPUT = 0;
    private static final int ONLY_PARTIAL = -1;
    private static final int ONLY_STATE = -2;

    private static final String PUT_BLOB = "INSERT INTO blob_ref (hash, job, input, size) VALUES (?, ?, ?, ?)"
            + " ON CONFLICT (hash, job) DO UPDATE SET input = excluded.input WHERE excluded.input > blob_ref.input";
    private static final String PUT_PARTIAL =
            Upsert.into("partial_file", 4, "job, ordinal, number, path, hash, size, executable, content, at");
    private static final String DROP_STATE = "DELETE FROM blob_ref WHERE job = ? AND hash = ? AND input = ?";
    private static final String DROP_BLOB = "DELETE FROM blob_ref WHERE job = ? AND hash = ? AND input = ?"
            + " AND NOT EXISTS (SELECT 1 FROM partial_file p WHERE p.job = blob_ref.job AND p.hash = blob_ref.hash"
            + " AND p.content IS NULL)";
    /** Inputs stay as long as a task can be retried: a job closes when all are done or cancelled. */
    private static final String RETIRE = "DELETE FROM blob_ref WHERE job = ? AND (input <= 0"
            + " OR EXISTS (SELECT 1 FROM job WHERE id = blob_ref.job AND state = 'done'))";

    private static final int MOST_KEPT_BACK = 4096;

    private final SqlSession session;
    /** Tasks that need their partial files no more. Most have none, so they are asked for together. */
    private final TreeMap<JobId, TreeSet<Integer>> over = new TreeMap<>();

    private int kept;

    SqlFiles(SqlSession session) {
        this.session = session;
    }

    /** Writes what was kept back. */
    void flush() throws StoreException {
        for (Map.Entry<JobId, TreeSet<Integer>> job : over.entrySet()) {
            TreeSet<Integer> tasks = job.getValue();
            List<Integer> some = session.list(
                    "SELECT DISTINCT ordinal FROM partial_file WHERE job = ? AND ordinal BETWEEN ? AND ?",
                    row -> row.getInt(1),
                    job.getKey().value(),
                    tasks.first(),
                    tasks.last());
            for (int ordinal : some) {
                if (tasks.contains(ordinal)) {
                    removePartials(job.getKey().value(), ordinal, Integer.MAX_VALUE);
                }
            }
        }
        discard();
    }

    /** Forgets what was kept back. */
    void discard() {
        over.clear();
        kept = 0;
    }

    void putInputs(JobId job, List<InputFile> files) throws StoreException {
        TreeMap<BlobHash, Long> sizes = new TreeMap<>();
        files.forEach(file -> sizes.put(file.hash(), file.size()));
        putBlobs(job, sizes, INPUT);
    }

    void putOutputs(JobId job, List<ResultFile> files) throws StoreException {
        TreeMap<BlobHash, Long> sizes = new TreeMap<>();
        for (ResultFile file : files) {
            if (file.inline() == null) {
                sizes.put(file.hash(), file.size());
            }
        }
        putBlobs(job, sizes, OUTPUT);
    }

    /** The state before is needed no more, unless something else needs the same content. */
    void putHosting(JobId job, @Nullable Hosting before, Hosting now) throws StoreException {
        if (before != null && !before.state().hash().equals(now.state().hash())) {
            byte[] hash = HexFormat.of().parseHex(before.state().hash().hex());
            session.update(DROP_STATE, job.value(), hash, ONLY_STATE);
        }
        putBlob(job, now.state().hash(), ONLY_STATE, now.state().size());
        InputFile answer = now.answer();
        if (answer != null) {
            putBlob(job, answer.hash(), OUTPUT, answer.size());
        }
    }

    /** Together, and in the order of the index: the hashes of a job's files are spread over all of it. */
    private void putBlobs(JobId job, TreeMap<BlobHash, Long> sizes, int use) throws StoreException {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (Map.Entry<BlobHash, Long> blob : sizes.entrySet()) {
            rows.add(new Object[] {HexFormat.of().parseHex(blob.getKey().hex()), job.value(), use, blob.getValue()});
        }
        session.updateAll(PUT_BLOB, rows);
    }

    private void putBlob(JobId job, BlobHash hash, int use, long size) throws StoreException {
        session.update(PUT_BLOB, HexFormat.of().parseHex(hash.hex()), job.value(), use, size);
    }

    void putPartials(AttemptId attempt, List<ResultFile> files, Instant at) throws StoreException {
        flush();
        long job = attempt.job().value();
        boolean isFirst = !session.exists(
                "SELECT 1 FROM partial_file WHERE job = ? AND ordinal = ? AND number = ? LIMIT 1",
                job,
                attempt.ordinal(),
                attempt.number());
        for (ResultFile file : files) {
            List<byte[]> before = blobs(attempt, file.path());
            session.update(
                    PUT_PARTIAL,
                    job,
                    attempt.ordinal(),
                    attempt.number(),
                    file.path(),
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
        if (isFirst) {
            removeOldest(attempt);
        }
    }

    /** Of very many attempts only the youngest stay. */
    private void removeOldest(AttemptId attempt) throws StoreException {
        List<Integer> numbers = session.list(
                "SELECT DISTINCT number FROM partial_file WHERE job = ? AND ordinal = ? ORDER BY number DESC",
                row -> row.getInt(1),
                attempt.job().value(),
                attempt.ordinal());
        if (numbers.size() > Tables.PARTIAL_ATTEMPTS) {
            int oldest = numbers.get(Tables.PARTIAL_ATTEMPTS - 1);
            removePartials(attempt.job().value(), attempt.ordinal(), oldest);
        }
    }

    private List<byte[]> blobs(AttemptId attempt, String path) throws StoreException {
        return session.list(
                "SELECT hash FROM partial_file WHERE job = ? AND ordinal = ? AND number = ? AND path = ?"
                        + " AND content IS NULL",
                row -> row.getBytes(1),
                attempt.job().value(),
                attempt.ordinal(),
                attempt.number(),
                path);
    }

    void removePartials(AttemptId attempt, List<String> names) throws StoreException {
        long job = attempt.job().value();
        for (String name : names) {
            List<byte[]> before = blobs(attempt, name);
            session.update(
                    "DELETE FROM partial_file WHERE job = ? AND ordinal = ? AND number = ? AND path = ?",
                    job,
                    attempt.ordinal(),
                    attempt.number(),
                    name);
            dropBlobs(job, before);
        }
    }

    void removePartials(TaskId task) throws StoreException {
        over.computeIfAbsent(task.job(), job -> new TreeSet<>()).add(task.ordinal());
        if (++kept >= MOST_KEPT_BACK) {
            flush();
        }
    }

    /** Those of the attempts below this number. */
    private void removePartials(long job, int ordinal, int below) throws StoreException {
        List<byte[]> before = session.list(
                "SELECT hash FROM partial_file WHERE job = ? AND ordinal = ? AND number < ? AND content IS NULL",
                row -> row.getBytes(1),
                job,
                ordinal,
                below);
        session.update("DELETE FROM partial_file WHERE job = ? AND ordinal = ? AND number < ?", job, ordinal, below);
        dropBlobs(job, before);
    }

    private void dropBlobs(long job, List<byte[]> hashes) throws StoreException {
        for (byte[] hash : hashes) {
            session.update(DROP_BLOB, job, hash, ONLY_PARTIAL);
        }
    }

    /** Forgets the names of the files that the job will not need again. */
    void retire(JobId job) throws StoreException {
        session.update("DELETE FROM partial_file WHERE job = ?", job.value());
        session.update(RETIRE, job.value());
    }
}
