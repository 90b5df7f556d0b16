package org.gleaner.core.open;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.TreeSet;
import org.gleaner.core.grid.StoredGrid.KeyRow;
import org.gleaner.core.grid.SubmissionKey;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.jspecify.annotations.Nullable;

/** The keys under which jobs were submitted, found by name, by job and by age: none of it looks at all of them. */
final class KeptKeys {
    /** Of which only the job counts where rows are looked up by their jobs. */
    private static final SubmissionKey ANY = new SubmissionKey(new Owner("any"), "any", 0);

    private final HashMap<String, KeyRow> rows = new HashMap<>();
    private final TreeSet<KeyRow> byJob = new TreeSet<>(KeyRow.ORDER);
    /** The clock may have been set back, so that a younger one can be older. */
    private final TreeSet<KeyRow> byAge =
            new TreeSet<>(Comparator.comparing(KeyRow::at).thenComparing(row -> name(row.key())));

    @Nullable
    KeyRow get(SubmissionKey key) {
        return rows.get(name(key));
    }

    List<KeyRow> all() {
        return List.copyOf(byJob);
    }

    /** No key is older than this. */
    Instant oldest() {
        return byAge.isEmpty() ? Instant.MAX : byAge.first().at();
    }

    void remember(KeyRow row) {
        KeyRow before = rows.put(name(row.key()), row);
        if (before != null) {
            byJob.remove(before);
            byAge.remove(before);
        }
        byJob.add(row);
        byAge.add(row);
    }

    void forgetBefore(Instant limit) {
        while (oldest().isBefore(limit)) {
            forget(byAge.first());
        }
    }

    void forgetOf(JobId job) {
        KeyRow first = new KeyRow(ANY, job, -1, Instant.EPOCH);
        for (KeyRow row = byJob.ceiling(first); row != null && row.job().equals(job); row = byJob.ceiling(first)) {
            forget(row);
        }
    }

    private void forget(KeyRow row) {
        rows.remove(name(row.key()));
        byJob.remove(row);
        byAge.remove(row);
    }

    private static String name(SubmissionKey key) {
        return key.owner().name() + '\n' + key.key();
    }
}
