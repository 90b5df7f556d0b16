package org.gleaner.protocol.message;

import java.util.List;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.JobId;

/** How many tasks a verb changed in each job, and what it left alone and why. */
public record ChangeReport(Verb verb, List<Line> jobs) {
    public ChangeReport {
        jobs = List.copyOf(jobs);
    }

    /** @param left tasks that the verb does not apply to; {@code why} says what kept them, or is empty */
    public record Line(JobId job, int changed, int left, String why) {}
}
