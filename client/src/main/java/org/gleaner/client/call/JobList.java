package org.gleaner.client.call;

import java.time.Instant;
import org.gleaner.core.grid.Selector;
import org.jspecify.annotations.Nullable;

/**
 * Which jobs are to be listed, and in which order.
 *
 * @param select a selector as people write it; empty: all jobs of the caller, open and closed
 * @param openFirst the open ones, then the others by when they ended, the latest first; else by their numbers
 * @param mine for admins: not those of others
 * @param since without jobs that ended before; null: all
 * @param counted whether it is also told how many there are in all
 * @param from goes on where another part ended, as the server said; empty: from the beginning
 */
public record JobList(
        String select,
        boolean openFirst,
        boolean mine,
        @Nullable Instant since,
        boolean counted,
        String from,
        int limit) {
    /** By their numbers, the youngest first. */
    public static JobList of(String select, int limit) {
        return new JobList(select, false, false, null, false, "", limit);
    }

    /** Those that a change of what is selected touches, by their numbers; for an admin fewer than are shown. */
    public static JobList touched(String select, Selector selector, boolean counted, int limit) {
        return new JobList(select, false, !selector.saysWhose(), null, counted, "", limit);
    }

    public JobList from(String next) {
        return new JobList(select, openFirst, mine, since, counted, next, limit);
    }

    public JobList atMost(int most) {
        return new JobList(select, openFirst, mine, since, counted, from, most);
    }
}
