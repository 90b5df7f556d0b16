package org.gleaner.server.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.attempt.AttemptReport.Usage;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.store.AttemptQuery;
import org.gleaner.core.store.AttemptQuery.End;
import org.gleaner.core.store.AttemptQuery.Past;
import org.gleaner.core.store.Failures;
import org.jspecify.annotations.Nullable;

/** Looks over many attempts without their files: failures in groups, and what ran where. */
final class AttemptReader {
    private static final String NODES = "SELECT count(DISTINCT node) FROM attempt WHERE job = ?";
    private static final String FAILURES = "SELECT outcome, failure, count(*), count(DISTINCT ordinal),"
            + " count(DISTINCT node), min(ordinal) FROM attempt WHERE job = ? AND failure IS NOT NULL"
            + " GROUP BY outcome, failure ORDER BY 4 DESC, 1, 2 LIMIT ?";
    private static final String PAST = "SELECT a.job, a.ordinal, a.number, j.name, j.type, j.owner, a.node, n.name,"
            + " a.assigned, a.ended, a.outcome, a.exit_code, a.run, a.cpu, a.peak, a.failure"
            + " FROM attempt a JOIN job j ON j.id = a.job LEFT JOIN node n ON n.id = a.node WHERE a.job > 0";

    private final Session session;

    AttemptReader(Session session) {
        this.session = session;
    }

    Failures failures(JobId job, int limit) throws SQLException {
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

    List<Past> past(AttemptQuery query) throws SQLException {
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

    private static Past past(ResultSet row) throws SQLException {
        NodeId node = new NodeId(row.getLong(7));
        @Nullable String known = row.getString(8);
        return new Past(
                AttemptId.of(row.getLong(1), row.getInt(2), row.getInt(3)),
                row.getString(4),
                row.getString(5),
                new Owner(row.getString(6)),
                node,
                known == null ? node.toString() : known,
                Columns.instant(row.getLong(9)),
                end(row));
    }

    private static @Nullable End end(ResultSet row) throws SQLException {
        long ended = row.getLong(10);
        if (row.wasNull()) {
            return null;
        }
        @Nullable String line = row.getString(16);
        Usage usage = new Usage(
                Duration.ofNanos(row.getLong(13)), Duration.ofNanos(row.getLong(14)), new MemorySize(row.getLong(15)));
        return new End(
                Columns.instant(ended),
                Columns.outcome(row.getString(11)),
                row.getInt(12),
                usage,
                line == null ? "" : line);
    }
}
