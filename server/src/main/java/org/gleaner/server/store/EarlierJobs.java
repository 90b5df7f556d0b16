package org.gleaner.server.store;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.gleaner.core.grid.SpecBounds;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings jobs of earlier versions, which knew no bounds, within those of this one, once, before anything is loaded:
 * lays long lists of files aside, and sets jobs that are too large apart with all their tasks blocked. A job at a time,
 * each in a transaction, so that whoever is killed in between goes on where it was.
 */
final class EarlierJobs {
    private static final Logger LOG = LoggerFactory.getLogger(EarlierJobs.class);

    /** A shorter text can't hold a list that would lie aside. */
    private static final int SHORT = 16 << 10;
    /** A longer one can't be within the bounds, and is not even read. */
    private static final int LONGEST = 128 << 20;

    private static final String UNBOUNDED = "SELECT 1 FROM counter WHERE name = 'jobs-bounded' AND next = 0";
    private static final String BOUNDED = "UPDATE counter SET next = 1 WHERE name = 'jobs-bounded'";
    private static final String LONG_ONES =
            "SELECT id, length(spec), name, type, tasks, CASE WHEN closed IS NULL THEN 1 ELSE 0 END FROM job"
                    + " WHERE length(spec) > ? ORDER BY id";
    private static final String KEEP = "INSERT INTO large_spec (job, spec) SELECT id, spec FROM job WHERE id = ?";
    private static final String END_LIVE = "UPDATE attempt SET ended = assigned, outcome = 'returned', digest = 0"
            + " WHERE job = ? AND ended IS NULL";

    private record Found(JobId id, long length, String name, String type, int tasks, boolean open) {}

    private final SqlSession session;
    private final SqlJobs jobs;

    private EarlierJobs(SqlSession session) {
        this.session = session;
        this.jobs = new SqlJobs(session);
    }

    static void bound(SqlSession session) throws StoreException {
        if (session.exists(UNBOUNDED)) {
            new EarlierJobs(session).all();
            session.update(BOUNDED);
            session.commit();
        } else {
            session.rollback();
        }
    }

    private void all() throws StoreException {
        List<Found> found = session.list(
                LONG_ONES,
                row -> new Found(
                        new JobId(row.getLong(1)),
                        row.getLong(2),
                        row.getString(3),
                        row.getString(4),
                        row.getInt(5),
                        row.getInt(6) == 1),
                SHORT);
        for (Found one : found) {
            Optional<JobSpec> spec = one.length() > LONGEST ? Optional.empty() : Optional.of(jobs.spec(one.id()));
            if (spec.isPresent() && SpecBounds.violations(spec.get()).isEmpty()) {
                jobs.lay(one.id(), spec.get());
            } else {
                setApart(one);
            }
            session.commit();
        }
    }

    private void setApart(Found one) throws StoreException {
        session.update(KEEP, one.id().value());
        jobs.set(one.id(), JobSpec.tooLarge(one.name(), one.type(), one.tasks()));
        if (one.open()) {
            session.update(END_LIVE, one.id().value());
            BitSet open = new BitSet();
            open.set(1, one.tasks() + 1);
            SortedMap<TaskState, Ordinals> states =
                    StatePages.load(session, one.id().value(), one.tasks());
            states.forEach((state, ordinals) -> {
                if (state.isFinal()) {
                    open.andNot(ordinals.toBits());
                }
            });
            if (!open.isEmpty()) {
                jobs.set(one.id(), Ordinals.of(open), TaskState.BLOCKED);
            }
            jobs.flush();
        }
        LOG.atWarn()
                .addKeyValue("job", one.id())
                .addKeyValue("characters", one.length())
                .log("a job is larger than this version accepts; its tasks are blocked");
    }
}
