package org.gleaner.server.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.gleaner.core.grid.Brake;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredGrid.KeyRow;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.grid.SubmissionKey;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.ClosedJob;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.jspecify.annotations.Nullable;

/**
 * Writes jobs: what was submitted, under which key, and the states of their tasks. New jobs, closed ones and states
 * wait for a flush: a database behind a network is then asked once for all of them.
 */
final class SqlJobs {
    private static final String INSERT =
            "INSERT INTO job (id, owner, name, type, tasks, submitted, spec, origin) VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String CLOSE = "UPDATE job SET closed = ?, state = ?, counts = ? WHERE id = ?";
    private static final String PUT_KEY =
            Upsert.into("submission_key", 2, "owner, key, fingerprint, job, first_task, at");
    private static final String PUT_PAGE = Upsert.into("entry_page", 2, "job, page, content");
    private static final String PUT_SOURCE = "INSERT INTO file_source (job, source) VALUES (?, ?)";
    private static final String[] TABLES = {
        "DELETE FROM job WHERE id = ?",
        "DELETE FROM task_page WHERE job = ?",
        "DELETE FROM entry_page WHERE job = ?",
        "DELETE FROM file_page WHERE job = ?",
        "DELETE FROM large_spec WHERE job = ?",
        "DELETE FROM task_counter WHERE job = ?",
        "DELETE FROM attempt WHERE job = ?",
        "DELETE FROM blob_ref WHERE job = ?",
        "DELETE FROM partial_file WHERE job = ?",
        "DELETE FROM file_source WHERE job = ?"
    };

    private static final int MOST_SIZES = 10_000;
    private static final int MOST_KEPT_BACK = 4096;

    private final SqlSession session;
    private final StatePages states;
    private final FileLists lists;
    private final List<@Nullable Object[]> added = new ArrayList<>();
    private final List<@Nullable Object[]> closed = new ArrayList<>();
    /** Numbers of tasks of jobs that exist. */
    private final Map<JobId, Integer> sizes = new HashMap<>();

    SqlJobs(SqlSession session) {
        this.session = session;
        this.states = new StatePages(session);
        this.lists = new FileLists(session);
    }

    /** Writes what was kept back. */
    void flush() throws StoreException {
        flushRows();
        states.flush();
        if (sizes.size() > MOST_SIZES) {
            sizes.clear();
        }
    }

    /** Forgets what was kept back. */
    void discard() {
        added.clear();
        closed.clear();
        states.discard();
        sizes.clear();
    }

    /** Before anything else reads or changes rows of jobs: a job never begins after its end. */
    private void flushRows() throws StoreException {
        session.updateAll(INSERT, added);
        added.clear();
        int[] changed = session.updateAll(CLOSE, closed);
        for (int i = 0; i < changed.length; i++) {
            if (changed[i] != 1) {
                throw new StoreException("job " + closed.get(i)[3] + " is not stored");
            }
        }
        closed.clear();
    }

    private void keepBack(List<@Nullable Object[]> rows, @Nullable Object... values) throws StoreException {
        rows.add(values);
        if (rows.size() >= MOST_KEPT_BACK) {
            flushRows();
        }
    }

    void insert(JobId job, Owner owner, Instant at, JobSpec spec) throws StoreException {
        JobId origin = spec.origin();
        keepBack(
                added,
                job.value(),
                owner.name(),
                spec.name(),
                spec.type(),
                spec.tasks(),
                at.toEpochMilli(),
                StoredSpec.write(spec.kept()),
                origin == null ? null : origin.value());
        lists.put(job, spec);
        sizes.put(job, spec.tasks());
        TreeSet<JobId> sources = new TreeSet<>();
        spec.turn().sources().forEach(one -> sources.add(one.job()));
        for (JobId source : sources) {
            session.update(PUT_SOURCE, job.value(), source.value());
        }
    }

    void put(KeyRow row) throws StoreException {
        SubmissionKey key = row.key();
        session.update(
                PUT_KEY,
                key.owner().name(),
                key.key(),
                key.fingerprint(),
                row.job().value(),
                row.first(),
                row.at().toEpochMilli());
    }

    /** More tasks come to a job; gives the pages that change by that, which are still to be put. */
    List<EntryPage> grow(JobId job, int first, List<Entry> entries) throws StoreException {
        JobSpec spec = spec(job);
        int before = spec.tasks();
        if (first != before + 1) {
            throw new StoreException("job " + job + " has " + before + " tasks, and task " + first + " comes next");
        }
        JobSpec after = spec.grown(entries.size());
        session.updateOne(
                job,
                "UPDATE job SET tasks = ?, spec = ? WHERE id = ?",
                after.tasks(),
                StoredSpec.write(after),
                job.value());
        states.grow(job.value(), before, after.tasks());
        sizes.put(job, after.tasks());
        EntryPage last = before % EntryPage.SIZE == 0
                ? null
                : SqlHistory.page(session, job, EntryPage.pageOf(before)).orElseThrow(() -> missing(job));
        return EntryPage.behind(before, last, entries);
    }

    void put(JobId job, EntryPage page) throws StoreException {
        session.update(PUT_PAGE, job.value(), page.number(), EntryCodec.write(page));
    }

    JobSpec spec(JobId job) throws StoreException {
        flushRows();
        String json = session.first("SELECT spec FROM job WHERE id = ?", row -> row.getString(1), job.value())
                .orElseThrow(() -> missing(job));
        return StoredSpec.read(json);
    }

    void set(JobId job, JobSpec spec) throws StoreException {
        flushRows();
        session.update("UPDATE job SET spec = ? WHERE id = ?", StoredSpec.write(spec), job.value());
    }

    /** Stores a job again that is stored as a whole: its long lists lie aside from now on. */
    void lay(JobId job, JobSpec whole) throws StoreException {
        JobSpec kept = whole.kept();
        if (!kept.equals(whole)) {
            set(job, kept);
            lists.put(job, whole);
        }
    }

    void setInputs(JobId job, List<InputFile> inputs) throws StoreException {
        JobSpec before = spec(job);
        JobSpec after = before.withInputs(inputs);
        set(job, after.kept());
        lists.putInputs(job, before, after);
    }

    void set(JobId job, Brake brake) throws StoreException {
        flushRows();
        session.updateOne(
                job,
                "UPDATE job SET brake_failures = ?, brake_blocked = ?, brake_note = ? WHERE id = ?",
                brake.firstFailures(),
                brake.blockedBefore(),
                brake.note(),
                job.value());
    }

    void set(JobId job, Ordinals ordinals, TaskState state) throws StoreException {
        states.set(job.value(), tasks(job), ordinals, state);
    }

    void close(JobId job, TaskCounts tasks, Instant at) throws StoreException {
        // Only of what looks cancelled the specification matters: it says whether a problem is solved.
        boolean solved = tasks.jobState() == TaskState.CANCELLED && spec(job).isSolved();
        TaskState state = tasks.jobState(false, solved);
        keepBack(closed, at.toEpochMilli(), state.word(), Columns.counts(tasks), job.value());
    }

    void reopen(StoredJob seen) throws StoreException {
        JobId job = seen.id();
        flushRows();
        states.flush();
        if (!new JobReader(session).one(job).equals(Optional.of(seen))) {
            throw new StoreException("job " + job + " has changed since it was to be opened again");
        }
        session.updateOne(
                job,
                "UPDATE job SET closed = NULL, state = NULL, counts = NULL, retired = NULL WHERE id = ?",
                job.value());
    }

    /** Whether the job was closed at exactly that time, and so is marked. */
    boolean markRetired(ClosedJob job, Instant at) throws StoreException {
        flushRows();
        return session.update(
                        "UPDATE job SET retired = ? WHERE id = ? AND closed = ?",
                        at.toEpochMilli(),
                        job.job().value(),
                        job.closed().toEpochMilli())
                != 0;
    }

    /** Removes the job with all that belongs to it, except for its key. */
    void remove(JobId job) throws StoreException {
        flushRows();
        states.forget(job.value());
        sizes.remove(job);
        for (String sql : TABLES) {
            session.update(sql, job.value());
        }
    }

    void removeKey(JobId job) throws StoreException {
        session.update("DELETE FROM submission_key WHERE job = ?", job.value());
    }

    void removeKeysBefore(Instant before) throws StoreException {
        session.update("DELETE FROM submission_key WHERE at < ?", before.toEpochMilli());
    }

    /** An exception if there is no such job. */
    void require(JobId job) throws StoreException {
        tasks(job);
    }

    private int tasks(JobId job) throws StoreException {
        Integer known = sizes.get(job);
        if (known != null) {
            return known;
        }
        int tasks = session.first("SELECT tasks FROM job WHERE id = ?", row -> row.getInt(1), job.value())
                .orElseThrow(() -> missing(job));
        sizes.put(job, tasks);
        return tasks;
    }

    private static StoreException missing(JobId job) {
        return new StoreException("job " + job + " is not stored");
    }
}
