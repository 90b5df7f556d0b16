package org.gleaner.server.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.FailureLine;
import org.gleaner.core.attempt.Resumption;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.Ordinals;
import org.jspecify.annotations.Nullable;

/**
 * Writes attempts, and the counters of the tasks that were tried. Attempts that begin or end wait for a flush: a
 * database behind a network is then asked once for all of them.
 */
final class SqlAttempts {
    private static final String INSERT =
            "INSERT INTO attempt (job, ordinal, number, node, lane, assigned) VALUES (?, ?, ?, ?, ?, ?)";
    private static final String END = "UPDATE attempt SET ended = ?, outcome = ?, digest = ?, exit_code = ?,"
            + " run = ?, cpu = ?, peak = ?, more = ?, failure = ? WHERE job = ? AND ordinal = ? AND number = ?";
    private static final String REVIVE = "UPDATE attempt SET first_assigned = COALESCE(first_assigned, assigned),"
            + " lane = ?, assigned = ?, ended = NULL,"
            + " outcome = NULL, digest = NULL, exit_code = NULL, run = NULL, cpu = NULL, peak = NULL, more = NULL,"
            + " failure = NULL"
            + " WHERE job = ? AND ordinal = ? AND number = ?";
    /** Negative if the files could not be had. */
    private static final String RESUME = "UPDATE attempt SET resumed = ? WHERE job = ? AND ordinal = ? AND number = ?";

    private static final String PUT_COUNTERS = Upsert.into("task_counter", 2, "job, ordinal, attempts, failures, lost");
    private static final String RESET_COUNTERS =
            "UPDATE task_counter SET failures = 0, lost = 0 WHERE job = ? AND ordinal BETWEEN ? AND ?";

    private static final int MOST_KEPT_BACK = 4096;

    private final SqlSession session;
    private final List<@Nullable Object[]> begun = new ArrayList<>();
    private final List<@Nullable Object[]> over = new ArrayList<>();

    SqlAttempts(SqlSession session) {
        this.session = session;
    }

    /** Writes what was kept back: an attempt never begins after its end. */
    void flush() throws StoreException {
        session.updateAll(INSERT, begun);
        begun.clear();
        int[] changed = session.updateAll(END, over);
        for (int i = 0; i < changed.length; i++) {
            if (changed[i] != 1) {
                Object[] row = over.get(i);
                throw new StoreException("attempt " + row[row.length - 3] + "." + row[row.length - 2] + "#"
                        + row[row.length - 1] + " is not stored");
            }
        }
        over.clear();
    }

    /** Forgets what was kept back. */
    void discard() {
        begun.clear();
        over.clear();
    }

    void insert(AttemptId attempt, NodeId node, int lane, Instant at) throws StoreException {
        keepBack(
                begun,
                attempt.job().value(),
                attempt.ordinal(),
                attempt.number(),
                node.value(),
                lane,
                at.toEpochMilli());
    }

    void resume(AttemptId attempt, Resumption resumption) throws StoreException {
        flush();
        session.update(
                RESUME,
                resumption.isLaid() ? resumption.from() : -resumption.from(),
                attempt.job().value(),
                attempt.ordinal(),
                attempt.number());
    }

    private void keepBack(List<@Nullable Object[]> rows, @Nullable Object... values) throws StoreException {
        rows.add(values);
        if (rows.size() >= MOST_KEPT_BACK) {
            flush();
        }
    }

    void end(AttemptReport report, Instant at) throws StoreException {
        AttemptId attempt = report.attempt();
        keepBack(
                over,
                at.toEpochMilli(),
                report.outcome().word(),
                report.digest(),
                report.exitCode(),
                Columns.nanos(report.usage().run()),
                Columns.nanos(report.usage().cpu()),
                report.usage().peak().bytes(),
                StoredReport.write(report),
                FailureLine.of(report),
                attempt.job().value(),
                attempt.ordinal(),
                attempt.number());
    }

    void revive(AttemptId attempt, int lane, Instant at) throws StoreException {
        flush();
        session.updateOne(
                attempt, REVIVE, lane, at.toEpochMilli(), attempt.job().value(), attempt.ordinal(), attempt.number());
    }

    void put(TaskId task, TaskRecord record) throws StoreException {
        session.update(
                PUT_COUNTERS, task.job().value(), task.ordinal(), record.attempts(), record.failures(), record.lost());
    }

    void resetCounters(JobId job, Ordinals ordinals) throws StoreException {
        for (Ordinals.Span span : ordinals.spans()) {
            session.update(RESET_COUNTERS, job.value(), span.first(), span.last());
        }
    }
}
