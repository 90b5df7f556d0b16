package org.gleaner.protocol.message;

import java.util.List;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.EntryPage;

/**
 * More tasks for a growing job.
 *
 * @param first what the first of them must be called; 0: whatever comes next
 * @param pages the entries, none if only somebody wants to be heard
 */
public record Addition(int first, List<EntryPage> pages) {
    public Addition {
        pages = List.copyOf(pages);
    }

    public List<Entry> entries() {
        return pages.stream().flatMap(page -> page.entries().stream()).toList();
    }
}
