package org.gleaner.core.grid;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.gleaner.core.store.StoredJob.AcceptedRow;
import org.jspecify.annotations.Nullable;

/** Which attempt of a done task was accepted and with what content: two numbers per done task, in chunks. */
final class AcceptedResults {
    private static final int CHUNK = 1024;

    private static final class Chunk {
        private final int[] attempts = new int[CHUNK];
        private final long[] digests = new long[CHUNK];
    }

    private final TreeMap<Integer, Chunk> chunks = new TreeMap<>();

    void put(int ordinal, int attempt, long digest) {
        Chunk chunk = chunks.computeIfAbsent(ordinal / CHUNK, key -> new Chunk());
        chunk.attempts[ordinal % CHUNK] = attempt;
        chunk.digests[ordinal % CHUNK] = digest;
    }

    @Nullable
    AcceptedRow get(int ordinal) {
        Chunk chunk = chunks.get(ordinal / CHUNK);
        if (chunk == null || chunk.attempts[ordinal % CHUNK] == 0) {
            return null;
        }
        return new AcceptedRow(ordinal, chunk.attempts[ordinal % CHUNK], chunk.digests[ordinal % CHUNK]);
    }

    List<AcceptedRow> rows() {
        List<AcceptedRow> rows = new ArrayList<>();
        chunks.forEach((number, chunk) -> {
            for (int i = 0; i < CHUNK; i++) {
                if (chunk.attempts[i] != 0) {
                    rows.add(new AcceptedRow(number * CHUNK + i, chunk.attempts[i], chunk.digests[i]));
                }
            }
        });
        return rows;
    }
}
