package org.gleaner.core.pool;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TypeKey;
import org.jspecify.annotations.Nullable;

/**
 * What fails on a node, job by job, since one of its tasks was last done there. Soft: a server that starts again trusts
 * every node. What it means is said by {@code Probation}. Confined to {@link GridNode}.
 */
public final class Failings {
    /** Of how many jobs it is kept; then the one that failed first goes. */
    private static final int MOST_JOBS = 16;

    /**
     * @param failures since a task of the job was last done here
     * @param inARow of these, since anything was last done here
     * @param since the first of those in a row
     */
    private record Row(TypeKey type, int failures, int inARow, Instant since) {}

    private final Map<JobId, Row> rows = new LinkedHashMap<>();
    private @Nullable Instant last;

    void note(GridEvent.AttemptEnded event, TypeKey type) {
        Outcome outcome = event.report().outcome();
        JobId job = event.attempt().job();
        if (outcome == Outcome.DONE) {
            if (!rows.isEmpty()) {
                rows.remove(job);
                rows.replaceAll((one, row) -> new Row(row.type, row.failures, 0, row.since));
            }
        } else if (outcome.isFinished()) {
            last = event.at();
            Row before = rows.get(job);
            if (before == null && rows.size() == MOST_JOBS) {
                rows.remove(rows.keySet().iterator().next());
            }
            rows.put(
                    job,
                    before == null
                            ? new Row(type, 1, 1, event.at())
                            : new Row(
                                    type,
                                    before.failures + 1,
                                    before.inARow + 1,
                                    before.inARow == 0 ? event.at() : before.since));
        }
    }

    /** When anything failed here last. */
    public @Nullable Instant last() {
        return last;
    }

    /** How many attempts of the job failed here since one was done. */
    public int of(JobId job) {
        Row row = rows.get(job);
        return row == null ? 0 : row.failures;
    }

    /** Whether so many attempts of a job of the type failed here. */
    public boolean concern(TypeKey type, int least) {
        for (Row row : rows.values()) {
            if (row.failures >= least && row.type.equals(type)) {
                return true;
            }
        }
        return false;
    }

    /**
     * How many attempts failed here since anything was done, of types that were done since: elsewhere, that is.
     *
     * @param lastDone when one of the type was done anywhere; null: never
     */
    public int whileOthersSucceeded(Function<TypeKey, @Nullable Instant> lastDone) {
        int failures = 0;
        for (Row row : rows.values()) {
            Instant done = row.inARow == 0 ? null : lastDone.apply(row.type);
            failures += done != null && done.isAfter(row.since) ? row.inARow : 0;
        }
        return failures;
    }
}
