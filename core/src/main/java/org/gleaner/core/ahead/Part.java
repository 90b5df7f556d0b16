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
    /**
     * An open job.
     *
     * @param end how many of those that wait belong to it and to those before it
     */
    record Member(JobId job, TypeKey type, int end) {}

    private final JobId id;
    private final double[] singles;
    private final int lots;
    private final boolean stuck;
    private final List<Member> members;
    private final int width;

    /**
     * @param id the job whose place it takes
     * @param singles how long the tasks that stand for themselves have run at least, in minutes normalised by speed
     * @param lots how many tasks stand for those that wait
     * @param stuck whether some are never done
     * @param members the open jobs, in the order in which their tasks come
     * @param width how many tasks can run at once, as jobs wait for those before them; 0: all
     */
    Part(JobId id, double[] singles, int lots, boolean stuck, List<Member> members, int width) {
        this.id = id;
        this.singles = singles.clone();
        this.lots = lots;
        this.stuck = stuck;
        this.members = List.copyOf(members);
        this.width = width;
    }

    JobId id() {
        return id;
    }

    /** Of its first job; with very many types the others' may differ. */
    TypeKey type() {
        return members.get(0).type();
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
        return members.get(members.size() - 1).end();
    }

    boolean stuck() {
        return stuck;
    }

    List<Member> members() {
        return members;
    }

    int width() {
        return width;
    }

    /** Where the tasks of a job begin among all that wait. */
    int begin(int member) {
        return member == 0 ? 0 : members.get(member - 1).end();
    }

    int end(int member) {
        return members.get(member).end();
    }

    /** The first job with a task there or behind. */
    int memberAt(int position) {
        int low = 0;
        int high = members.size() - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (end(middle) > position) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
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
