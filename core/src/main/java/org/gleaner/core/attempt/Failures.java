package org.gleaner.core.attempt;

import java.util.List;

/**
 * The failed attempts of a job, grouped by how they ended and by what they said last.
 *
 * @param nodes machines that ran anything of the job
 * @param groups the one with the most tasks first
 * @param more whether there are more groups than these
 */
public record Failures(int nodes, List<Group> groups, boolean more) {
    /**
     * Failures that are alike.
     *
     * @param line the last line of standard error, digits and paths blanked; may be empty
     * @param example one of the tasks
     */
    public record Group(Outcome cause, String line, int attempts, int tasks, int nodes, int example) {}

    public Failures {
        groups = List.copyOf(groups);
    }
}
