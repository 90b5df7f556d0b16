package org.gleaner.server.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskState;
import org.jspecify.annotations.Nullable;

/**
 * Task states in pages of one byte per task, or of a single byte if all its tasks are in the same state. A page is read
 * when it is first changed, changed in memory, and written once at the end of the transaction, however many of its
 * tasks moved. Some pages stay in memory for the next transaction, because tasks that follow each other end one after
 * the other.
 *
 * <p>Pages that were changed as a whole, one after the other, are {@link PageRuns}: one row for all of them, so that
 * nobody fills the disk by cancelling millions of tasks in one call. A page with a row of its own is what that says;
 * another is what its run says; one without a run has only ready tasks.
 */
final class StatePages {
    static final int SIZE = 1024;
    private static final int MOST_KEPT = 256;

    /** What the bytes mean, by position. Stored: append only. READY must stay 0, because missing pages are ready. */
    private static final TaskState[] CODES = {
        TaskState.READY, TaskState.WAITING, TaskState.PAUSED, TaskState.BLOCKED, TaskState.CANCELLED, TaskState.DONE
    };

    private static final String READ = "SELECT states FROM task_page WHERE job = ? AND page = ?";
    private static final String READ_ALL =
            "SELECT page, states FROM task_page WHERE job = ? AND page >= 0 ORDER BY page";
    private static final String WRITE = "INSERT INTO task_page (job, page, states) VALUES (?, ?, ?)"
            + " ON CONFLICT (job, page) DO UPDATE SET states = excluded.states";

    private record Key(long job, int page) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            return job == other.job ? Integer.compare(page, other.page) : Long.compare(job, other.job);
        }
    }

    private final SqlSession session;
    private final PageRuns runs;
    private final TreeMap<Key, byte[]> changed = new TreeMap<>();
    /** As they are in the database, the least recently used first. */
    private final LinkedHashMap<Key, byte[]> kept = new LinkedHashMap<>(MOST_KEPT, 0.75f, true);

    StatePages(SqlSession session) {
        this.session = session;
        this.runs = new PageRuns(session);
    }

    /** Sets the states of tasks of a job that has so many tasks. */
    void set(long job, int tasks, Ordinals ordinals, TaskState state) throws StoreException {
        byte code = code(state);
        for (Ordinals.Span span : ordinals.spans()) {
            int from = span.first() - 1;
            int end = Math.min(span.last(), tasks);
            int first = (from + SIZE - 1) / SIZE;
            int beyond = end == tasks ? pages(tasks) : end / SIZE;
            if (beyond - first > 1) {
                fill(job, tasks, from, first * SIZE, code);
                run(job, first, beyond, code);
                fill(job, tasks, beyond * SIZE, end, code);
            } else {
                fill(job, tasks, from, end, code);
            }
        }
    }

    /**
     * More tasks come to a job, all of them ready. What its last page says in one byte, or a run of it, is said of
     * the tasks that it had.
     */
    void grow(long job, int before, int after) throws StoreException {
        int used = before % SIZE;
        if (used == 0) {
            return;
        }
        int number = before / SIZE;
        Key key = new Key(job, number);
        byte[] states = Arrays.copyOf(page(key, used), Math.min(SIZE, after - number * SIZE));
        put(key, states);
    }

    private static int pages(int tasks) {
        return (tasks + SIZE - 1) / SIZE;
    }

    /** Sets whole pages, from the first to before the last. */
    private void run(long job, int first, int beyond, byte code) throws StoreException {
        changed.subMap(new Key(job, first), new Key(job, beyond)).clear();
        kept.keySet().removeIf(key -> key.job() == job && key.page() >= first && key.page() < beyond);
        runs.set(job, first, beyond, code);
    }

    /** Sets tasks of a job that has so many, from one to before another, counted from 0. */
    private void fill(long job, int tasks, int first, int end, byte code) throws StoreException {
        for (int from = first; from < end; ) {
            int page = from / SIZE;
            int start = page * SIZE;
            int to = Math.min(start + SIZE, end);
            int length = Math.min(SIZE, tasks - start);
            if (to - from == length) {
                put(new Key(job, page), new byte[] {code});
            } else {
                Arrays.fill(page(new Key(job, page), length), from - start, to - start, code);
            }
            from = to;
        }
    }

    private void put(Key key, byte[] states) {
        kept.remove(key);
        changed.put(key, states);
    }

    private byte[] page(Key key, int length) throws StoreException {
        byte[] states = changed.get(key);
        if (states == null) {
            states = kept.get(key);
        }
        if (states == null) {
            states = session.first(READ, row -> row.getBytes(1), key.job(), key.page())
                    .orElse(null);
        }
        if (states == null) {
            states = new byte[] {runs.of(key.job(), key.page())};
        }
        byte[] each = spread(states, length);
        put(key, each);
        return each;
    }

    /** One byte for each of so many tasks. */
    private static byte[] spread(byte[] states, int length) {
        if (states.length != 1) {
            return states;
        }
        byte[] each = new byte[length];
        Arrays.fill(each, states[0]);
        return each;
    }

    private static byte[] gathered(byte[] states) {
        boolean alike = Arrays.equals(states, 1, states.length, states, 0, states.length - 1);
        return alike ? new byte[] {states[0]} : states;
    }

    /** Forgets the changes to a job that is being deleted. */
    void forget(long job) {
        changed.subMap(new Key(job, 0), new Key(job + 1, 0)).clear();
        kept.keySet().removeIf(key -> key.job() == job);
    }

    void flush() throws StoreException {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (Map.Entry<Key, byte[]> page : changed.entrySet()) {
            byte[] states = gathered(page.getValue());
            rows.add(new Object[] {page.getKey().job(), page.getKey().page(), states});
            kept.put(page.getKey(), states);
            if (kept.size() > MOST_KEPT) {
                kept.remove(kept.keySet().iterator().next());
            }
        }
        session.updateAll(WRITE, rows);
        changed.clear();
    }

    /** Forgets everything, as the transaction failed and nobody knows what is in the database. */
    void discard() {
        changed.clear();
        kept.clear();
    }

    private static byte code(TaskState state) {
        for (byte code = 0; code < CODES.length; code++) {
            if (CODES[code] == state) {
                return code;
            }
        }
        throw new IllegalArgumentException(state + " is never stored");
    }

    private static TaskState state(byte code) {
        if (code < 0 || code >= CODES.length) {
            throw new IllegalArgumentException("a task's state is stored as " + code + ", which is unknown here");
        }
        return CODES[code];
    }

    /** All tasks that are not ready, of a job that has so many tasks. */
    static SortedMap<TaskState, Ordinals> load(SqlSession session, long job, int tasks) throws StoreException {
        Map<TaskState, BitSet> sets = new EnumMap<>(TaskState.class);
        for (PageRuns.Run run : PageRuns.all(session, job)) {
            bits(sets, run.code()).set(run.first() * SIZE + 1, Math.min(run.beyond() * SIZE, tasks) + 1);
        }
        session.each(
                READ_ALL,
                row -> {
                    int start = row.getInt(1) * SIZE;
                    int first = start + 1;
                    byte[] states = spread(row.getBytes(2), Math.min(SIZE, tasks - start));
                    sets.values().forEach(bits -> bits.clear(first, first + states.length));
                    for (int i = 0; i < states.length; i++) {
                        bits(sets, states[i]).set(first + i);
                    }
                },
                job);
        sets.remove(TaskState.READY);
        sets.values().removeIf(BitSet::isEmpty);
        SortedMap<TaskState, Ordinals> found = new TreeMap<>();
        sets.forEach((state, bits) -> found.put(state, Ordinals.of(bits)));
        return Collections.unmodifiableSortedMap(found);
    }

    private static BitSet bits(Map<TaskState, BitSet> sets, byte code) {
        return sets.computeIfAbsent(state(code), state -> new BitSet());
    }
}
