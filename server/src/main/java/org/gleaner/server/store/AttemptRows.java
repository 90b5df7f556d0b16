package org.gleaner.server.store;

import java.sql.SQLException;
import java.time.Instant;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.FailureLine;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.Ordinals;

/** Writes attempts, and the counters of the tasks that were tried. */
final class AttemptRows {
    private static final String INSERT =
            "INSERT INTO attempt (job, ordinal, number, node, lane, assigned) VALUES (?, ?, ?, ?, ?, ?)";
    private static final String END = "UPDATE attempt SET ended = ?, outcome = ?, digest = ?, exit_code = ?,"
            + " run = ?, cpu = ?, peak = ?, more = ?, failure = ? WHERE job = ? AND ordinal = ? AND number = ?";
    private static final String REVIVE = "UPDATE attempt SET lane = ?, assigned = ?, ended = NULL,"
            + " outcome = NULL, digest = NULL, exit_code = NULL, run = NULL, cpu = NULL, peak = NULL, more = NULL,"
            + " failure = NULL"
            + " WHERE job = ? AND ordinal = ? AND number = ?";
    private static final String PUT_COUNTERS =
            Upsert.into("task_counter", 2, "job", "ordinal", "attempts", "failures", "lost");
    private static final String RESET_COUNTERS =
            "UPDATE task_counter SET failures = 0, lost = 0 WHERE job = ? AND ordinal BETWEEN ? AND ?";

    private final Session session;

    AttemptRows(Session session) {
        this.session = session;
    }

    void insert(AttemptId attempt, NodeId node, int lane, Instant at) throws SQLException {
        session.update(
                INSERT,
                attempt.job().value(),
                attempt.ordinal(),
                attempt.number(),
                node.value(),
                lane,
                at.toEpochMilli());
    }

    void end(AttemptReport report, Instant at) throws SQLException, StoreException {
        AttemptId attempt = report.attempt();
        session.updateOne(
                attempt,
                END,
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
    }

    void revive(AttemptId attempt, int lane, Instant at) throws SQLException, StoreException {
        session.updateOne(
                attempt, REVIVE, lane, at.toEpochMilli(), attempt.job().value(), attempt.ordinal(), attempt.number());
    }

    void put(TaskId task, TaskRecord record) throws SQLException {
        session.update(
                PUT_COUNTERS, task.job().value(), task.ordinal(), record.attempts(), record.failures(), record.lost());
    }

    void resetCounters(JobId job, Ordinals ordinals) throws SQLException {
        for (Ordinals.Span span : ordinals.spans()) {
            session.update(RESET_COUNTERS, job.value(), span.first(), span.last());
        }
    }
}
