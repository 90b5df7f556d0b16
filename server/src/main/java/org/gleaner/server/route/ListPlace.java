package org.gleaner.server.route;

import java.time.Instant;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * Where a list of jobs goes on: behind this one. Callers send it back as they got it.
 *
 * @param ended when that job was over, in a list by ends; null: it was open, or the list is by numbers
 */
record ListPlace(JobId job, @Nullable Instant ended) {
    private static final char DIVIDER = '-';

    /** Its form was looked at before. */
    static ListPlace parse(String text) {
        int divider = text.indexOf(DIVIDER);
        return divider < 0
                ? new ListPlace(new JobId(Long.parseLong(text)), null)
                : new ListPlace(
                        new JobId(Long.parseLong(text.substring(0, divider))),
                        Instant.ofEpochMilli(Long.parseLong(text.substring(divider + 1))));
    }

    static ListPlace behind(JobSummary last, boolean byEnds) {
        return new ListPlace(last.id(), byEnds ? last.ended() : null);
    }

    String text() {
        return ended == null ? job.toString() : job.toString() + DIVIDER + ended.toEpochMilli();
    }
}
