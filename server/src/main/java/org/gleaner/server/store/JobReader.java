package org.gleaner.server.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gleaner.core.attempt.EndedAttempt;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.grid.Brake;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.grid.StoredJob.AcceptedRow;
import org.gleaner.core.grid.StoredJob.LiveRow;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskState;
import org.jspecify.annotations.Nullable;

/** Builds jobs from their rows: one pass over the attempts, holding only what the grid will hold too. */
record JobReader(SqlSession session) {
    /** Drivers fetch many rows at once, so long specifications come one by one. */
    private static final String HEAD = "SELECT id, owner, submitted,"
            + " CASE WHEN length(spec) <= 16384 THEN spec END, brake_failures, brake_blocked, brake_note FROM job ";

    /** Most jobs of very many were never tried: that is asked once for all, not with some questions for each. */
    private static final String TRIED = "SELECT id FROM job WHERE closed IS NULL AND ("
            + "EXISTS (SELECT 1 FROM task_page WHERE task_page.job = job.id)"
            + " OR EXISTS (SELECT 1 FROM task_counter WHERE task_counter.job = job.id)"
            + " OR EXISTS (SELECT 1 FROM attempt WHERE attempt.job = job.id))";

    private static final String SPEC = "SELECT spec FROM job WHERE id = ?";
    private static final String COUNTERS =
            "SELECT ordinal, attempts, failures, lost FROM task_counter WHERE job = ? ORDER BY ordinal";
    private static final String ATTEMPTS =
            "SELECT ordinal, number, node, lane, assigned, COALESCE(first_assigned, assigned),"
                    + " ended, outcome, digest"
                    + " FROM attempt WHERE job = ? ORDER BY ordinal, number";

    /** Over the few attempts that are live anywhere: the sign keeps databases off the index by job, which has all. */
    private static final String LIVE = "SELECT ordinal, number, node, lane, assigned,"
            + " COALESCE(first_assigned, assigned) FROM attempt"
            + " WHERE ended IS NULL AND node > 0 AND +job = ? ORDER BY ordinal, number";

    private record Head(
            JobId id, Owner owner, long submitted, @Nullable JobSpec spec, Brake brake) {}

    List<StoredJob> open() throws StoreException {
        List<StoredJob> jobs = new ArrayList<>();
        Set<Long> tried = new HashSet<>(session.list(TRIED, row -> row.getLong(1)));
        Alike alike = new Alike();
        for (Head head : session.list(HEAD + "WHERE closed IS NULL ORDER BY id", row -> head(row, alike))) {
            jobs.add(tried.contains(head.id().value()) ? read(head) : untouched(head));
        }
        return jobs;
    }

    Optional<StoredJob> one(JobId job) throws StoreException {
        Optional<Head> head = head(job);
        return head.isEmpty() ? Optional.empty() : Optional.of(read(head.get()));
    }

    /** Without records and accepted results, so that the attempts need not be read. */
    Optional<StoredJob> outline(JobId job) throws StoreException {
        Optional<Head> found = head(job);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Head head = found.get();
        JobSpec spec = spec(head);
        return Optional.of(new StoredJob(
                head.id(),
                head.owner(),
                Columns.instant(head.submitted()),
                spec,
                head.brake(),
                StatePages.load(session, job.value(), spec.tasks()),
                new TreeMap<>(),
                session.list(LIVE, row -> live(job, row), job.value()),
                List.of()));
    }

    private static LiveRow live(JobId job, ResultSet row) throws SQLException {
        AttemptId id = new AttemptId(new TaskId(job, row.getInt(1)), row.getInt(2));
        Instant at = Columns.instant(row.getLong(5));
        return new LiveRow(id, new NodeId(row.getLong(3)), row.getInt(4), at, Columns.instant(row.getLong(6)));
    }

    private Optional<Head> head(JobId job) throws StoreException {
        return session.first(HEAD + "WHERE id = ?", row -> head(row, new Alike()), job.value());
    }

    /** As it is read, so that the texts of all of them are never in memory at once. */
    private static Head head(ResultSet row, Alike alike) throws SQLException, StoreException {
        @Nullable String spec = row.getString(4);
        return new Head(
                new JobId(row.getLong(1)),
                alike.of(new Owner(row.getString(2))),
                row.getLong(3),
                spec == null ? null : StoredSpec.read(spec, alike),
                alike.of(new Brake(row.getInt(5), row.getInt(6), row.getString(7))));
    }

    private JobSpec spec(Head head) throws StoreException {
        JobSpec known = head.spec();
        return known != null
                ? known
                : session.first(
                                SPEC,
                                row -> StoredSpec.read(row.getString(1)),
                                head.id().value())
                        .orElseThrow(
                                () -> new StoreException("job " + head.id() + " disappeared while it was being read"));
    }

    /** A job whose tasks are all ready, as it was submitted. */
    private StoredJob untouched(Head head) throws StoreException {
        return new StoredJob(
                head.id(),
                head.owner(),
                Columns.instant(head.submitted()),
                spec(head),
                head.brake(),
                new TreeMap<>(),
                new TreeMap<>(),
                List.of(),
                List.of());
    }

    private StoredJob read(Head head) throws StoreException {
        JobSpec spec = spec(head);
        SortedMap<TaskState, Ordinals> states =
                StatePages.load(session, head.id().value(), spec.tasks());
        Ordinals done = states.get(TaskState.DONE);
        Attempts attempts = new Attempts(head.id(), done == null ? new BitSet() : done.toBits());
        session.each(COUNTERS, attempts::counters, head.id().value());
        session.each(ATTEMPTS, attempts::attempt, head.id().value());
        attempts.finish();
        return new StoredJob(
                head.id(),
                head.owner(),
                Columns.instant(head.submitted()),
                spec,
                head.brake(),
                states,
                Collections.unmodifiableSortedMap(attempts.records),
                attempts.live,
                attempts.accepted);
    }

    /** Folds the attempts of a job, which come in the order of task and number. */
    private static final class Attempts {
        private final JobId job;
        private final BitSet done;
        private final TreeMap<Integer, TaskRecord> records = new TreeMap<>();
        private final List<LiveRow> live = new ArrayList<>();
        private final List<AcceptedRow> accepted = new ArrayList<>();

        private int ordinal;
        private int highest;
        private final List<EndedAttempt> ended = new ArrayList<>();
        private @Nullable AcceptedRow success;
        private long successAt;

        Attempts(JobId job, BitSet done) {
            this.job = job;
            this.done = done;
        }

        void counters(ResultSet row) throws SQLException {
            int task = row.getInt(1);
            if (!done.get(task)) {
                records.put(task, new TaskRecord(row.getInt(2), row.getInt(3), row.getInt(4), List.of()));
            }
        }

        void attempt(ResultSet row) throws SQLException {
            int task = row.getInt(1);
            if (task != ordinal) {
                finish();
                ordinal = task;
            }
            int number = row.getInt(2);
            highest = Math.max(highest, number);
            long end = row.getLong(7);
            if (row.wasNull()) {
                live.add(live(job, row));
                return;
            }
            Outcome outcome = Columns.outcome(row.getString(8));
            if (done.get(task)) {
                if (outcome == Outcome.DONE && (success == null || end < successAt)) {
                    success = new AcceptedRow(task, number, row.getLong(9));
                    successAt = end;
                }
            } else {
                ended.add(new EndedAttempt(
                        number,
                        new NodeId(row.getLong(3)),
                        outcome,
                        row.getLong(9),
                        Columns.instant(row.getLong(6)),
                        Columns.instant(end)));
            }
        }

        /** Closes the task whose attempts have all been seen. */
        void finish() {
            if (ordinal != 0 && !done.get(ordinal)) {
                TaskRecord counted = records.getOrDefault(ordinal, TaskRecord.UNTRIED);
                int from = Math.max(0, ended.size() - TaskRecord.REMEMBERED);
                records.put(
                        ordinal,
                        new TaskRecord(
                                Math.max(counted.attempts(), highest),
                                counted.failures(),
                                counted.lost(),
                                ended.subList(from, ended.size())));
            }
            if (success != null) {
                accepted.add(success);
            }
            ordinal = 0;
            highest = 0;
            ended.clear();
            success = null;
        }
    }
}
