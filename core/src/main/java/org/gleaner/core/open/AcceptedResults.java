package org.gleaner.core.open;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gleaner.core.grid.StoredJob.AcceptedRow;
import org.jspecify.annotations.Nullable;

/** Which attempt of a done task was accepted and with what content: two numbers per done task, in chunks. */
public final class AcceptedResults {
    private static final int CHUNK = 1024;

    private static final class Chunk {
        private int[] attempts;
        private long[] digests;

        Chunk(int size) {
            attempts = new int[size];
            digests = new long[size];
        }

        private void grow(int size) {
            attempts = Arrays.copyOf(attempts, size);
            digests = Arrays.copyOf(digests, size);
        }

        private int size() {
            return attempts.length;
        }
    }

    /** A chunk is no longer than the job has tasks: there may be very many small jobs. */
    private int longest;

    private @Nullable Chunk[] chunks = {};

    AcceptedResults(int tasks) {
        longest = longest(tasks);
    }

    private static int longest(int tasks) {
        return Math.min(CHUNK, tasks + 1);
    }

    /** The job has so many tasks from now on, and not fewer than before. */
    void grow(int tasks) {
        longest = longest(tasks);
    }

    void put(int ordinal, int attempt, long digest) {
        int number = ordinal / CHUNK;
        if (number >= chunks.length) {
            chunks = Arrays.copyOf(chunks, Math.max(number + 1, 2 * chunks.length));
        }
        Chunk chunk = chunks[number];
        if (chunk == null) {
            chunk = new Chunk(longest);
            chunks[number] = chunk;
        }
        if (ordinal % CHUNK >= chunk.size()) {
            chunk.grow(Math.max(longest, Math.min(CHUNK, 2 * chunk.size())));
        }
        chunk.attempts[ordinal % CHUNK] = attempt;
        chunk.digests[ordinal % CHUNK] = digest;
    }

    @Nullable
    public AcceptedRow get(int ordinal) {
        Chunk chunk = ordinal / CHUNK < chunks.length ? chunks[ordinal / CHUNK] : null;
        if (chunk == null || ordinal % CHUNK >= chunk.size() || chunk.attempts[ordinal % CHUNK] == 0) {
            return null;
        }
        return new AcceptedRow(ordinal, chunk.attempts[ordinal % CHUNK], chunk.digests[ordinal % CHUNK]);
    }

    public List<AcceptedRow> rows() {
        List<AcceptedRow> rows = new ArrayList<>();
        for (int number = 0; number < chunks.length; number++) {
            Chunk chunk = chunks[number];
            for (int i = 0; chunk != null && i < chunk.size(); i++) {
                if (chunk.attempts[i] != 0) {
                    rows.add(new AcceptedRow(number * CHUNK + i, chunk.attempts[i], chunk.digests[i]));
                }
            }
        }
        return rows;
    }
}
