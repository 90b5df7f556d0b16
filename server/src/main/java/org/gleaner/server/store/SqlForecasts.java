package org.gleaner.server.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.server.forecast.ForecastShelf;
import org.gleaner.server.forecast.KeptForecast;
import org.jspecify.annotations.Nullable;

/**
 * Forecasts in the database. As one connection writes, and a commit of its own would cost as much as one for the grid,
 * they wait here and travel with the next transaction, a few at a time. Thread-safe.
 */
final class SqlForecasts implements ForecastShelf {
    /** Rows of one transaction: they must not delay it. */
    static final int TOGETHER = 100;

    /** What waits beyond that is lost. */
    private static final int MOST_WAITING = 50_000;

    private static final String PUT =
            Upsert.into("forecast", 2, "job, said, number, owner, begun, p10, p50, p90, low, high, finished");
    private static final String REMOVE = "DELETE FROM forecast WHERE job = ? AND said = ?";

    private static final String VOID = "DELETE FROM forecast WHERE job = ? AND finished IS NULL";

    /** Those that were scored first come first, which is the order in which one learns of them. */
    private static final String ALL = "SELECT f.job, f.said, f.number, f.owner, f.begun, f.p10, f.p50, f.p90, f.low,"
            + " f.high, f.finished, j.id, j.closed, j.counts FROM forecast f LEFT JOIN job j ON j.id = f.job"
            + " ORDER BY CASE WHEN f.finished IS NULL THEN 1 ELSE 0 END, f.finished, f.job, f.said";

    /** What tells one from all others. */
    record Key(JobId job, Instant said) {
        static Key of(KeptForecast one) {
            return new Key(one.job(), one.at());
        }
    }

    private final Readers readers;
    /** What is to be there; nothing: it is to be gone. */
    private final LinkedHashMap<Key, Optional<KeptForecast>> waiting = new LinkedHashMap<>();

    SqlForecasts(Readers readers) {
        this.readers = readers;
    }

    @Override
    public synchronized void note(List<KeptForecast> kept, List<KeptForecast> gone) {
        kept.forEach(one -> waiting.put(Key.of(one), Optional.of(one)));
        gone.forEach(one -> waiting.put(Key.of(one), Optional.empty()));
        for (Iterator<Key> oldest = waiting.keySet().iterator(); waiting.size() > MOST_WAITING; ) {
            oldest.next();
            oldest.remove();
        }
    }

    /** The next ones to write. */
    synchronized Map<Key, Optional<KeptForecast>> next() {
        Map<Key, Optional<KeptForecast>> next = new LinkedHashMap<>();
        for (Map.Entry<Key, Optional<KeptForecast>> one : waiting.entrySet()) {
            if (next.size() == TOGETHER) {
                break;
            }
            next.put(one.getKey(), one.getValue());
        }
        return next;
    }

    /** @param changed jobs of which all that was said before is void */
    static void write(SqlSession session, Map<Key, Optional<KeptForecast>> some, Set<JobId> changed)
            throws StoreException {
        List<@Nullable Object[]> put = new ArrayList<>();
        List<@Nullable Object[]> removed = new ArrayList<>();
        some.forEach((key, kept) -> {
            if (kept.isPresent()) {
                put.add(row(kept.get()));
            } else {
                removed.add(
                        new @Nullable Object[] {key.job().value(), key.said().toEpochMilli()});
            }
        });
        session.updateAll(PUT, put);
        session.updateAll(REMOVE, removed);
        List<@Nullable Object[]> voided = new ArrayList<>();
        changed.forEach(job -> voided.add(new @Nullable Object[] {job.value()}));
        session.updateAll(VOID, voided);
    }

    /** They are durable; what was said of them meanwhile is not. */
    synchronized void written(Map<Key, Optional<KeptForecast>> some, Set<JobId> changed) {
        some.forEach(waiting::remove);
        if (!changed.isEmpty()) {
            waiting.replaceAll((key, kept) -> changed.contains(key.job())
                            && kept.isPresent()
                            && kept.get().finished() == null
                    ? Optional.empty()
                    : kept);
        }
    }

    private static @Nullable Object[] row(KeptForecast one) {
        return new @Nullable Object[] {
            one.job().value(),
            one.at().toEpochMilli(),
            one.number(),
            one.owner().name(),
            one.begun().toEpochMilli(),
            Columns.millis(one.raw().p10()),
            Columns.millis(one.raw().p50()),
            Columns.millis(one.raw().p90()),
            Columns.millis(one.said().p10()),
            Columns.millis(one.said().p90()),
            Columns.millis(one.finished())
        };
    }

    @Override
    public Contents load() throws StoreException {
        return readers.read(session -> {
            List<KeptForecast> kept = new ArrayList<>();
            Map<JobId, Optional<Instant>> over = new LinkedHashMap<>();
            session.each(ALL, row -> {
                KeptForecast one = kept(row);
                kept.add(one);
                row.getLong(12);
                boolean known = !row.wasNull();
                Instant closed = Columns.instant(row, 13);
                if (one.finished() == null && (!known || closed != null)) {
                    boolean done = known && Columns.counts(row.getString(14)).done() > 0;
                    over.put(one.job(), done ? Optional.ofNullable(closed) : Optional.empty());
                }
            });
            return new Contents(kept, over);
        });
    }

    private static KeptForecast kept(ResultSet row) throws SQLException {
        Instant middle = Columns.instant(row, 7);
        return new KeptForecast(
                new JobId(row.getLong(1)),
                Columns.instant(row.getLong(2)),
                row.getInt(3),
                new Owner(row.getString(4)),
                Columns.instant(row.getLong(5)),
                new Forecast.Span(Columns.instant(row, 6), middle, Columns.instant(row, 8)),
                new Forecast.Span(Columns.instant(row, 9), middle, Columns.instant(row, 10)),
                Columns.instant(row, 11));
    }
}
