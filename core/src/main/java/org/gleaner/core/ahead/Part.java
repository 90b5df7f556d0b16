package org.gleaner.core.ahead;

import java.util.List;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TypeKey;

/**
 * What one job of a look ahead stands for: one that is open, or several that are alike. Its first tasks stand for one
 * task each; those after them, together, for all that wait and were never tried; a last one for those that nobody will
 * start. Never changes.
 */
final class Part {
    private final TypeKey type;
    private final double[] singles;
    private final int lots;
    private final boolean stuck;
    private final List<JobId> jobs;
    private final int[] ends;

    /**
     * @param singles how long the tasks that stand for themselves have run at least, in minutes normalised by speed
     * @param lots how many tasks stand for those that wait
     * @param stuck whether some are never done
     * @param jobs the open jobs, in the order in which their tasks come
     * @param ends how many of those that wait belong to each job and those before it
     */
    Part(TypeKey type, double[] singles, int lots, boolean stuck, List<JobId> jobs, int[] ends) {
        this.type = type;
        this.singles = singles.clone();
        this.lots = lots;
        this.stuck = stuck;
        this.jobs = List.copyOf(jobs);
        this.ends = ends.clone();
    }

    /** The first of its jobs, whose place it takes. */
    JobId id() {
        return jobs.get(0);
    }

    TypeKey type() {
        return type;
    }

    /** How many tasks stand for themselves. */
    int singles() {
        return singles.length;
    }

    /** How long one that stands for itself has run at least, in minutes normalised by speed. */
    double ran(int ordinal) {
        return singles[ordinal - 1];
    }

    int lots() {
        return lots;
    }

    /** How many tasks wait that were never tried. */
    int waiting() {
        return ends[ends.length - 1];
    }

    boolean stuck() {
        return stuck;
    }

    List<JobId> jobs() {
        return jobs;
    }

    /** Where the tasks of a job begin among all that wait. */
    int begin(int job) {
        return job == 0 ? 0 : ends[job - 1];
    }

    int end(int job) {
        return ends[job];
    }

    int tasks() {
        return singles.length + lots + (stuck ? 1 : 0);
    }

    /** Whether a task of it stands for several. */
    boolean isLot(int ordinal) {
        return ordinal > singles.length && ordinal <= singles.length + lots;
    }

    /** Which of those it is, the first being 0. */
    int lot(int ordinal) {
        return ordinal - singles.length - 1;
    }

    /** For how many each task stands on average that stands for those that wait. */
    int average() {
        return lots == 0 ? 1 : Math.max(1, Math.round((float) waiting() / lots));
    }
}
