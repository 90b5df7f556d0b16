package org.gleaner.core.ahead;

import java.util.List;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TypeKey;

/**
 * What one job of a look ahead stands for: one that is open, or several that are alike. Its first tasks stand for one
 * task each; those after them, together, for all that wait and were never tried; a last one for those that nobody will
 * start.
 *
 * @param singles how long the tasks that stand for themselves have run at least, in minutes normalised by speed
 * @param lots how many tasks stand for those that wait
 * @param waiting how many wait
 * @param stuck whether some are never done
 * @param jobs the open jobs, in the order in which their tasks come
 * @param ends how many of those that wait belong to each job and those before it
 */
record Part(
        JobId id,
        TypeKey type,
        double[] singles,
        int lots,
        int waiting,
        boolean stuck,
        List<JobId> jobs,
        int[] ends) {
    int tasks() {
        return singles.length + lots + (stuck ? 1 : 0);
    }

    /** Whether a task of it stands for several. */
    boolean isLot(int ordinal) {
        return ordinal > singles.length && ordinal <= singles.length + lots;
    }

    /** For how many each task stands on average that stands for those that wait. */
    int average() {
        return lots == 0 ? 1 : Math.max(1, Math.round((float) waiting / lots));
    }
}
