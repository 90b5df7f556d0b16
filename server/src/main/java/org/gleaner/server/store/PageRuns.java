package org.gleaner.server.store;

import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.gleaner.core.grid.StoreException;

/**
 * Runs of {@link StatePages} whose tasks are all in one state, in rows of the same table: the run that begins with page
 * p has the number -1 - p, and says its state and how many pages it has. Runs of a job never overlap.
 */
record PageRuns(SqlSession session) {
    /** READY, as in {@link StatePages}. */
    private static final byte NONE = 0;

    private static final String ALL = "SELECT page, states FROM task_page WHERE job = ? AND page < 0";
    /** The last run that begins at the page or before it. */
    private static final String AT =
            "SELECT page, states FROM task_page WHERE job = ? AND page < 0 AND page >= ? ORDER BY page LIMIT 1";

    private static final String DELETE = "DELETE FROM task_page WHERE job = ? AND page = ?";
    private static final String DELETE_PAGES = "DELETE FROM task_page WHERE job = ? AND page >= ? AND page < ?";
    private static final String INSERT = "INSERT INTO task_page (job, page, states) VALUES (?, ?, ?)";

    /** Pages from the first to before the last. */
    record Run(int first, int beyond, byte code) {
        private static Run read(ResultSet row) throws SQLException {
            int first = number(row.getInt(1));
            ByteBuffer states = ByteBuffer.wrap(row.getBytes(2));
            byte code = states.get();
            return new Run(first, first + states.getInt(), code);
        }

        private byte[] states() {
            return ByteBuffer.allocate(1 + Integer.BYTES)
                    .put(code)
                    .putInt(beyond - first)
                    .array();
        }
    }

    /** The number of the row of a run that begins there, and the other way round. */
    private static int number(int first) {
        return -1 - first;
    }

    static List<Run> all(SqlSession session, long job) throws StoreException {
        return session.list(ALL, Run::read, job);
    }

    /** The state of a page that has no row of its own. */
    byte of(long job, int page) throws StoreException {
        return session.first(AT, Run::read, job, number(page))
                .filter(run -> run.beyond() > page)
                .map(Run::code)
                .orElse(NONE);
    }

    /** Makes one run of these pages, whatever they were. */
    void set(long job, int first, int beyond, byte code) throws StoreException {
        session.update(DELETE_PAGES, job, first, beyond);
        for (Run old : all(session, job)) {
            if (old.first() < beyond && old.beyond() > first) {
                session.update(DELETE, job, number(old.first()));
                insert(job, new Run(old.first(), first, old.code()));
                insert(job, new Run(beyond, old.beyond(), old.code()));
            }
        }
        insert(job, new Run(first, beyond, code));
    }

    private void insert(long job, Run run) throws StoreException {
        if (run.first() < run.beyond() && run.code() != NONE) {
            session.update(INSERT, job, number(run.first()), run.states());
        }
    }
}
