package org.gleaner.server.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.gleaner.core.attempt.WorkSpan;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.store.SpanQuery;

/** Reads who worked when. */
record SpanReader(SqlSession session) {
    private static final String SPANS = "SELECT a.job, a.ordinal, a.number, j.owner, a.node, a.lane, a.assigned,"
            + " a.ended, a.outcome,"
            + " CASE WHEN EXISTS (SELECT 1 FROM attempt b WHERE b.job = a.job AND b.ordinal = a.ordinal"
            + " AND b.number < a.number AND (b.ended IS NULL OR b.ended > a.assigned)) THEN 1 ELSE 0 END"
            + " FROM attempt a JOIN job j ON j.id = a.job WHERE ";
    private static final String LIVE = "a.ended IS NULL AND a.assigned < ?";
    /** Word for word as the index of the long ones says it. */
    private static final long LONG = 21_600_000;

    private static final String LONG_ONES = "a.ended - a.assigned > " + LONG + " AND a.ended >= ? AND a.assigned < ?";
    private static final String OVER = "a.ended >= ? AND a.ended < ? AND a.assigned < ?";
    /** In the order of the indexes, so that no more rows are looked at than are wanted. */
    private static final String LAST_FIRST =
            " ORDER BY a.ended DESC, a.assigned DESC, a.node DESC, a.job DESC, a.ordinal DESC, a.number DESC LIMIT ?";

    List<WorkSpan> spans(SpanQuery query) throws StoreException {
        long since = query.since().toEpochMilli();
        long until = query.until().toEpochMilli();
        List<WorkSpan> found = new ArrayList<>(list(query, LIVE, List.of(until), query.limit()));
        // What ended long after the span and yet began before its end lasted long: so whoever looks far back does not
        // pass over all that ended since.
        long late = until + LONG;
        if (found.size() < query.limit()) {
            found.addAll(list(query, LONG_ONES, List.of(late, until), query.limit() - found.size()));
        }
        if (found.size() < query.limit()) {
            found.addAll(list(query, OVER, List.of(since, late, until), query.limit() - found.size()));
        }
        return found;
    }

    private List<WorkSpan> list(SpanQuery query, String condition, List<Long> times, int limit) throws StoreException {
        StringBuilder sql = new StringBuilder(SPANS).append(condition);
        List<Object> values = new ArrayList<>(times);
        if (!query.nodes().isEmpty()) {
            String marks = String.join(", ", Collections.nCopies(query.nodes().size(), "?"));
            sql.append(" AND a.node IN (").append(marks).append(")");
            query.nodes().forEach(node -> values.add(node.value()));
        }
        values.add(limit);
        return session.list(sql.append(LAST_FIRST).toString(), SpanReader::span, values.toArray());
    }

    private static WorkSpan span(ResultSet row) throws SQLException {
        String outcome = row.getString(9);
        return new WorkSpan(
                AttemptId.of(row.getLong(1), row.getInt(2), row.getInt(3)),
                new Owner(row.getString(4)),
                new NodeId(row.getLong(5)),
                row.getInt(6),
                Columns.instant(row.getLong(7)),
                Columns.instant(row, 8),
                outcome == null ? null : Columns.outcome(outcome),
                row.getInt(10) == 1);
    }
}
