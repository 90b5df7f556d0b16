package org.gleaner.core.message;

import java.util.List;
import org.gleaner.core.attempt.AttemptReport;

/**
 * Final reports of a node, many at once.
 *
 * @param wantsWork whether the reply shall bring the next work
 */
public record CommitCall(int incarnation, List<AttemptReport> reports, boolean wantsWork) {
    public CommitCall {
        reports = List.copyOf(reports);
    }
}
