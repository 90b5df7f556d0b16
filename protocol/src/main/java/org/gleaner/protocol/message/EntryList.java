package org.gleaner.protocol.message;

import java.util.List;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Entry;

/**
 * Consecutive entries of an array.
 *
 * @param from the ordinal of the first
 * @param next the ordinal to ask from next; 0 at the end
 */
public record EntryList(JobId job, int from, List<Entry> entries, int next) {
    public EntryList {
        entries = List.copyOf(entries);
    }
}
