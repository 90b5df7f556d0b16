package org.gleaner.server.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.store.ClosedQuery;
import org.jspecify.annotations.Nullable;

/** Lists jobs that are over, a part at a time. */
record ClosedReader(SqlSession session) {
    private static final String ROW =
            "SELECT id, name, type, owner, submitted, counts, brake_note, closed, origin, state FROM job";
    private static final String SEEN = " WHERE closed IS NOT NULL AND (? = 1 OR owner = ?) AND ";

    /** In a list by numbers the sign keeps databases off the index by ends, after which they would sort all. */
    private static final String SINCE = " AND +closed >= ?";

    private static final int PORTION = 500;

    /** A condition on the columns of a job with the values that it names. */
    private record Condition(String text, List<Object> values) {
        Condition(String text, Object value) {
            this(text, List.of(value));
        }
    }

    List<JobSummary> list(ClosedQuery query) throws StoreException {
        if (query.selector() instanceof Selector.SomeJobs some) {
            return list(query, some);
        }
        Condition meant = condition(query);
        List<Object> values = values(query);
        values.addAll(meant.values());
        @Nullable JobId last = query.before();
        long before = last == null ? Long.MAX_VALUE : last.value();
        if (!query.listing().openFirst()) {
            values.addAll(List.of(since(query), before, query.limit()));
            return rows(meant.text() + SINCE + " AND id < ? ORDER BY id DESC LIMIT ?", values);
        }
        @Nullable Instant ended = query.listing().endedBefore();
        long moment = ended == null ? Long.MAX_VALUE : ended.toEpochMilli();
        values.addAll(List.of(since(query), moment, moment, moment, before, query.limit()));
        return rows(
                meant.text() + " AND closed >= ? AND closed <= ? AND (closed < ? OR (closed = ? AND id < ?))"
                        + " ORDER BY closed DESC, id DESC LIMIT ?",
                values);
    }

    long count(ClosedQuery query) throws StoreException {
        Condition meant = condition(query);
        List<Object> values = values(query);
        values.addAll(meant.values());
        values.add(since(query));
        Optional<Long> found = session.first(
                "SELECT count(*) FROM job" + SEEN + meant.text() + SINCE, row -> row.getLong(1), values.toArray());
        return found.orElse(0L);
    }

    /** In portions, as databases bound how many values one statement may name. */
    private List<JobSummary> list(ClosedQuery query, Selector.SomeJobs some) throws StoreException {
        List<Object> ids = new ArrayList<>();
        some.jobs().forEach(job -> ids.add(job.value()));
        Collections.reverse(ids);
        List<JobSummary> found = new ArrayList<>();
        for (int from = 0; from < ids.size() && found.size() < query.limit(); from += PORTION) {
            List<Object> portion = ids.subList(from, Math.min(ids.size(), from + PORTION));
            List<Object> values = values(query);
            values.addAll(portion);
            values.add(query.limit() - found.size());
            String marks = "?, ".repeat(portion.size() - 1) + "?";
            found.addAll(rows("id IN (" + marks + ") ORDER BY id DESC LIMIT ?", values));
        }
        return found;
    }

    private List<JobSummary> rows(String rest, List<Object> values) throws StoreException {
        return session.list(ROW + SEEN + rest, ClosedReader::summary, values.toArray());
    }

    /** Those that stand before what is selected. */
    private static List<Object> values(ClosedQuery query) {
        List<Object> values = new ArrayList<>();
        values.add(query.caller().admin() ? 1 : 0);
        values.add(query.caller().owner().name());
        return values;
    }

    private static long since(ClosedQuery query) {
        @Nullable Instant since = query.listing().since();
        return since == null ? Long.MIN_VALUE : since.toEpochMilli();
    }

    private static Condition condition(ClosedQuery query) {
        Selector selector = query.selector();
        Optional<JobId> one = selector.named();
        if (one.isPresent()) {
            return new Condition("id = ?", one.get().value());
        }
        if (selector instanceof Selector.Search search) {
            return condition(search);
        }
        if (selector instanceof Selector.Owned owned) {
            return condition(new Selector.Search("", owned.owner(), null, null));
        }
        if (selector instanceof Selector.Named named) {
            return new Condition("name = ?", named.name());
        }
        if (selector instanceof Selector.Typed typed) {
            return new Condition("type = ?", typed.type());
        }
        if (selector instanceof Selector.InState in) {
            return new Condition("state = ?", in.state().word());
        }
        if (selector instanceof Selector.Last) {
            return new Condition(
                    "id = (SELECT max(id) FROM job WHERE owner = ?)",
                    query.caller().owner().name());
        }
        return new Condition("? = 1", 1);
    }

    private static Condition condition(Selector.Search search) {
        StringBuilder text = new StringBuilder("? = 1");
        List<Object> values = new ArrayList<>(List.of(1));
        @Nullable Owner owner = search.owner();
        if (owner != null) {
            text.append(" AND owner = ?");
            values.add(owner.name());
        }
        @Nullable TaskState state = search.state();
        if (state != null) {
            text.append(" AND state = ?");
            values.add(state.word());
        }
        @Nullable String type = search.type();
        if (type != null) {
            text.append(" AND type = ?");
            values.add(type);
        }
        if (!search.text().isEmpty()) {
            text.append(" AND lower(name) LIKE ? ESCAPE '!'");
            values.add("%" + search.text().replaceAll("[!%_]", "!$0") + "%");
        }
        return new Condition(text.toString(), values);
    }

    private static JobSummary summary(ResultSet row) throws SQLException {
        long origin = row.getLong(9);
        return new JobSummary(
                new JobId(row.getLong(1)),
                row.getString(2),
                row.getString(3),
                new Owner(row.getString(4)),
                Columns.instant(row.getLong(5)),
                Columns.counts(row.getString(6)),
                row.getString(7),
                Columns.instant(row.getLong(8)),
                origin == 0 ? null : new JobId(origin),
                null,
                false,
                false,
                // What is done although some of it was cancelled is a problem that is solved.
                row.getString(10).equals(TaskState.DONE.word()));
    }
}
