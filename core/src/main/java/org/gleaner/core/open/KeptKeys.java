package org.gleaner.core.open;

import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.core.grid.StoredGrid.KeyRow;
import org.gleaner.core.grid.SubmissionKey;
import org.gleaner.core.id.JobId;
import org.jspecify.annotations.Nullable;

/** The keys under which jobs were submitted, found by name, by job and by age: none of it looks at all of them. */
final class KeptKeys {
    private final LinkedHashMap<String, KeyRow> rows = new LinkedHashMap<>();
    private final TreeMap<JobId, KeyRow> byJob = new TreeMap<>();
    /** The clock may have been set back, so that a younger one can be older. */
    private final TreeSet<KeyRow> byAge =
            new TreeSet<>(Comparator.comparing(KeyRow::at).thenComparing(row -> name(row.key())));

    @Nullable
    KeyRow get(SubmissionKey key) {
        return rows.get(name(key));
    }

    List<KeyRow> all() {
        return List.copyOf(rows.values());
    }

    /** No key is older than this. */
    Instant oldest() {
        return byAge.isEmpty() ? Instant.MAX : byAge.first().at();
    }

    void remember(KeyRow row) {
        KeyRow before = rows.put(name(row.key()), row);
        if (before != null) {
            byJob.remove(before.job(), before);
            byAge.remove(before);
        }
        byJob.put(row.job(), row);
        byAge.add(row);
    }

    void forgetBefore(Instant limit) {
        while (oldest().isBefore(limit)) {
            forget(byAge.first());
        }
    }

    void forgetOf(JobId job) {
        KeyRow row = byJob.get(job);
        if (row != null) {
            forget(row);
        }
    }

    private void forget(KeyRow row) {
        rows.remove(name(row.key()));
        byJob.remove(row.job(), row);
        byAge.remove(row);
    }

    private static String name(SubmissionKey key) {
        return key.owner().name() + '\n' + key.key();
    }
}
