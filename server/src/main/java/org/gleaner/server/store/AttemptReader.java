package org.gleaner.server.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.gleaner.core.attempt.AttemptReport.Usage;
import org.gleaner.core.attempt.Failures;
import org.gleaner.core.attempt.PastAttempt;
import org.gleaner.core.attempt.PastAttempt.End;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.store.AttemptQuery;
import org.gleaner.core.store.History.AttemptRow;
import org.gleaner.core.store.History.PartialRow;
import org.jspecify.annotations.Nullable;

/** Reads attempts: those of some tasks with all that they left behind, and many at a glance. */
record AttemptReader(SqlSession session) {
    private static final String NODES = "SELECT count(DISTINCT node) FROM attempt WHERE job = ?";
    private static final String FAILURES = "SELECT outcome, failure, count(*), count(DISTINCT ordinal),"
            + " count(DISTINCT node), min(ordinal) FROM attempt WHERE job = ? AND failure IS NOT NULL"
            + " GROUP BY outcome, failure ORDER BY 4 DESC, 1, 2 LIMIT ?";
    /** What an attempt began with has the time when another one sent it. */
    private static final String SENT = " AND (a.resumed <= 0 OR p.at > a.assigned)";

    private static final String PAST = "SELECT a.job, a.ordinal, a.number, j.name, j.type, j.owner, a.node, n.name,"
            + " a.assigned, a.ended, a.outcome, a.exit_code, a.run, a.cpu, a.peak, a.failure, a.resumed,"
            + " (SELECT count(*) FROM partial_file p WHERE p.job = a.job AND p.ordinal = a.ordinal"
            + " AND p.number = a.number" + SENT + ")"
            + " FROM attempt a JOIN job j ON j.id = a.job LEFT JOIN node n ON n.id = a.node WHERE a.job > 0";

    private static final String ATTEMPTS = "SELECT a.ordinal, a.number, a.node, n.name, a.assigned, a.ended,"
            + " a.outcome, a.exit_code, a.run, a.cpu, a.peak, a.more"
            + " FROM attempt a LEFT JOIN node n ON n.id = a.node"
            + " WHERE a.job = ? AND a.ordinal BETWEEN ? AND ? ORDER BY a.ordinal, a.number LIMIT ?";
    private static final String GIVEN = "SELECT node FROM attempt WHERE job = ? AND ordinal = ? AND number = ?";
    /** Of each task the attempt that was the last to send some. */
    private static final String LATEST = "WITH sent AS (SELECT job, ordinal, number, max(at) AS till FROM partial_file"
            + " WHERE job = ? AND ordinal BETWEEN ? AND ? GROUP BY job, ordinal, number),"
            + " ranked AS (SELECT job, ordinal, number,"
            + " row_number() OVER (PARTITION BY ordinal ORDER BY till DESC, number DESC) AS place FROM sent)";

    private static final String PARTIAL =
            " SELECT p.ordinal, p.path, p.number, p.hash, p.size, p.executable, p.content, p.at FROM ";
    private static final String PARTIALS_OF_ONE =
            PARTIAL + "partial_file p WHERE p.job = ? AND p.ordinal = ? AND p.number = ? ORDER BY p.path LIMIT ?";
    private static final String PARTIALS = LATEST
            + PARTIAL
            + "ranked r JOIN partial_file p ON p.job = r.job AND p.ordinal = r.ordinal AND p.number = r.number"
            + " WHERE r.place = 1 ORDER BY p.ordinal, p.path LIMIT ?";
    private static final String LEAVERS = "SELECT DISTINCT p.ordinal, p.number FROM partial_file p JOIN attempt a"
            + " ON a.job = p.job AND a.ordinal = p.ordinal AND a.number = p.number"
            + " WHERE p.job = ? AND p.ordinal BETWEEN ? AND ?" + SENT + " ORDER BY p.ordinal, p.number LIMIT ?";

    Failures failures(JobId job, int limit) throws StoreException {
        int nodes = session.first(NODES, row -> row.getInt(1), job.value()).orElse(0);
        List<Failures.Group> groups = session.list(
                FAILURES,
                row -> new Failures.Group(
                        Columns.outcome(row.getString(1)),
                        row.getString(2),
                        row.getInt(3),
                        row.getInt(4),
                        row.getInt(5),
                        row.getInt(6)),
                job.value(),
                limit + 1);
        boolean more = groups.size() > limit;
        return new Failures(nodes, more ? groups.subList(0, limit) : groups, more);
    }

    List<PastAttempt> past(AttemptQuery query) throws StoreException {
        StringBuilder sql = new StringBuilder(PAST);
        List<Object> values = new ArrayList<>();
        Owner owner = query.owner();
        if (owner != null) {
            sql.append(" AND j.owner = ?");
            values.add(owner.name());
        }
        String type = query.type();
        if (type != null) {
            sql.append(" AND j.type = ?");
            values.add(type);
        }
        NodeId node = query.node();
        if (node != null) {
            sql.append(" AND a.node = ?");
            values.add(node.value());
        }
        Instant since = query.since();
        if (since != null) {
            // The job's own end first: it keeps the database from looking at every attempt ever made.
            sql.append(" AND (j.closed IS NULL OR j.closed >= ?) AND (a.ended IS NULL OR a.ended >= ?)");
            values.add(since.toEpochMilli());
            values.add(since.toEpochMilli());
        }
        if (query.failed()) {
            sql.append(" AND a.failure IS NOT NULL");
        }
        AttemptId before = query.before();
        if (before != null) {
            sql.append(" AND (a.job, a.ordinal, a.number) < (?, ?, ?)");
            values.add(before.job().value());
            values.add(before.ordinal());
            values.add(before.number());
        }
        sql.append(" ORDER BY a.job DESC, a.ordinal DESC, a.number DESC LIMIT ?");
        values.add(query.limit());
        return session.list(sql.toString(), AttemptReader::past, values.toArray());
    }

    private static PastAttempt past(ResultSet row) throws SQLException {
        NodeId node = new NodeId(row.getLong(7));
        Instant ended = Columns.instant(row, 10);
        @Nullable String line = row.getString(16);
        return new PastAttempt(
                AttemptId.of(row.getLong(1), row.getInt(2), row.getInt(3)),
                row.getString(4),
                row.getString(5),
                new Owner(row.getString(6)),
                node,
                name(node, row.getString(8)),
                Columns.instant(row.getLong(9)),
                ended == null
                        ? null
                        : new End(
                                ended,
                                Columns.outcome(row.getString(11)),
                                row.getInt(12),
                                usage(row, 13),
                                line == null ? "" : line),
                row.getInt(17) == 0 ? null : new PastAttempt.Resumed(Math.abs(row.getInt(17)), row.getInt(17) > 0),
                row.getInt(18));
    }

    /** With all that they left behind. */
    List<AttemptRow> attempts(JobId job, Ordinals ordinals, int limit) throws StoreException {
        return list(ATTEMPTS, job, ordinals, limit, row -> attempt(job, row));
    }

    boolean wasGiven(NodeId node, AttemptId attempt) throws StoreException {
        return session.first(
                        GIVEN,
                        row -> row.getLong(1) == node.value(),
                        attempt.job().value(),
                        attempt.ordinal(),
                        attempt.number())
                .orElse(false);
    }

    List<PartialRow> partials(JobId job, Ordinals ordinals, int limit) throws StoreException {
        return list(PARTIALS, job, ordinals, limit, row -> partial(job, row));
    }

    List<PartialRow> partials(AttemptId attempt, int limit) throws StoreException {
        JobId job = attempt.job();
        return session.list(
                PARTIALS_OF_ONE, row -> partial(job, row), job.value(), attempt.ordinal(), attempt.number(), limit);
    }

    List<AttemptId> leavers(JobId job, Ordinals ordinals, int limit) throws StoreException {
        return list(LEAVERS, job, ordinals, limit, row -> new AttemptId(new TaskId(job, row.getInt(1)), row.getInt(2)));
    }

    private <T> List<T> list(String sql, JobId job, Ordinals ordinals, int limit, SqlSession.Mapper<T> reader)
            throws StoreException {
        List<T> found = new ArrayList<>();
        for (Ordinals.Span span : ordinals.spans()) {
            if (found.size() < limit) {
                int more = limit - found.size();
                found.addAll(session.list(sql, reader, job.value(), span.first(), span.last(), more));
            }
        }
        return found;
    }

    private static PartialRow partial(JobId job, ResultSet row) throws SQLException {
        ResultFile file = new ResultFile(
                row.getString(2),
                new BlobHash(HexFormat.of().formatHex(row.getBytes(4))),
                row.getLong(5),
                row.getInt(6) == 1,
                row.getString(7));
        AttemptId attempt = new AttemptId(new TaskId(job, row.getInt(1)), row.getInt(3));
        return new PartialRow(attempt, file, Columns.instant(row.getLong(8)));
    }

    private static AttemptRow attempt(JobId job, ResultSet row) throws SQLException, StoreException {
        AttemptId id = new AttemptId(new TaskId(job, row.getInt(1)), row.getInt(2));
        NodeId node = new NodeId(row.getLong(3));
        Instant ended = Columns.instant(row, 6);
        return new AttemptRow(
                id,
                node,
                name(node, row.getString(4)),
                Columns.instant(row.getLong(5)),
                ended,
                ended == null
                        ? null
                        : StoredReport.read(
                                id,
                                Columns.outcome(row.getString(7)),
                                row.getInt(8),
                                usage(row, 9),
                                row.getString(12)));
    }

    private static String name(NodeId node, @Nullable String known) {
        return known == null ? node.toString() : known;
    }

    /** Run time, CPU time and memory, in three columns. */
    private static Usage usage(ResultSet row, int first) throws SQLException {
        return new Usage(
                Duration.ofNanos(row.getLong(first)),
                Duration.ofNanos(row.getLong(first + 1)),
                new MemorySize(row.getLong(first + 2)));
    }
}
