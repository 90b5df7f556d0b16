package org.gleaner.server.store;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.observer.StayWeek;
import org.gleaner.core.store.PastStay;

/** Reads when nodes were there and what was done. */
record PastReader(SqlSession session) {
    /** Of several attempts that did a task the first counts. */
    private static final String FINISHED = "SELECT j.owner, j.type, j.submitted, a.node, a.run, a.ended"
            + " FROM attempt a JOIN job j ON j.id = a.job WHERE a.outcome = 'done' AND a.ended >= ?"
            + " AND NOT EXISTS (SELECT 1 FROM attempt b WHERE b.job = a.job AND b.ordinal = a.ordinal"
            + " AND b.number < a.number AND b.outcome = 'done') ORDER BY a.job, a.ordinal LIMIT ?";

    private static final String WEEKS = "SELECT week, sum(stays), sum(millis) FROM ("
            + "SELECT week, stays, millis FROM stay_week WHERE node = ? UNION ALL"
            + " SELECT ended / ?, 1, ended - began FROM stay WHERE node = ?) AS known"
            + " GROUP BY week ORDER BY week DESC LIMIT ?";

    List<PastStay> stays(Instant since, int limit) throws StoreException {
        return session.list(
                "SELECT node, began, ended FROM stay WHERE ended >= ? ORDER BY ended, node LIMIT ?",
                row -> new PastStay(
                        new NodeId(row.getLong(1)), Columns.instant(row.getLong(2)), Columns.instant(row.getLong(3))),
                since.toEpochMilli(),
                limit);
    }

    List<StayWeek> weeks(NodeId node, int limit) throws StoreException {
        List<StayWeek> youngestFirst = session.list(
                WEEKS,
                row -> new StayWeek(row.getLong(1), row.getLong(2), Duration.ofMillis(row.getLong(3))),
                node.value(),
                StayWeek.MILLIS,
                node.value(),
                limit);
        List<StayWeek> weeks = new ArrayList<>(youngestFirst);
        Collections.reverse(weeks);
        return weeks;
    }

    List<FinishedTask> finished(Instant since, int limit) throws StoreException {
        return session.list(
                FINISHED,
                row -> new FinishedTask(
                        new Owner(row.getString(1)),
                        row.getString(2),
                        Columns.instant(row.getLong(3)),
                        new NodeId(row.getLong(4)),
                        Duration.ofNanos(row.getLong(5)),
                        Columns.instant(row.getLong(6))),
                since.toEpochMilli(),
                limit);
    }
}
