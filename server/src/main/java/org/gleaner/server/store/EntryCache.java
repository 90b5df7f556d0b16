package org.gleaner.server.store;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.EntryPage;

/**
 * The pages of entries that were last asked for: tasks are handed out in order, so the next entry is nearly always on
 * the page of the one before. Thread-safe.
 */
final class EntryCache {
    private static final int MOST = 16;

    private record Key(JobId job, int page) {}

    private long generation;
    private final Map<Key, EntryPage> pages = new LinkedHashMap<>(MOST, 0.75f, true);

    synchronized Optional<EntryPage> get(JobId job, int page) {
        return Optional.ofNullable(pages.get(new Key(job, page)));
    }

    /** To be taken before a page is read, and given with it. */
    synchronized long generation() {
        return generation;
    }

    /** Keeps a page, unless pages have changed since it was read. */
    synchronized void put(JobId job, EntryPage page, long readIn) {
        if (readIn == generation) {
            pages.put(new Key(job, page.number()), page);
            if (pages.size() > MOST) {
                pages.remove(pages.keySet().iterator().next());
            }
        }
    }

    /** To be called when pages were replaced or deleted. */
    synchronized void clear() {
        generation++;
        pages.clear();
    }
}
