package org.gleaner.protocol.message;

import java.util.List;

/**
 * Why many jobs do not run, reasons that are alike together.
 *
 * @param jobs how many were looked at
 * @param more whether there are others
 */
public record WhySummary(List<Group> groups, int jobs, boolean more) {
    public WhySummary {
        groups = List.copyOf(groups);
    }

    /**
     * @param example the reason of one job, told so that it is true of all of them
     * @param jobs how many there are like that
     * @param tasks of all of them
     */
    public record Group(Explanation.Point example, int jobs, long tasks) {}
}
