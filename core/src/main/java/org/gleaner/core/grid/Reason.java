package org.gleaner.core.grid;

import java.util.Locale;
import org.gleaner.core.id.JobId;

/**
 * One answer to "why is it not running?", with how many tasks of which job it concerns.
 *
 * @param nodes how many nodes it concerns; 0 where it is not about nodes
 */
public record Reason(JobId job, Cause cause, int tasks, int nodes) {
    /** A reason that is not about nodes. */
    public Reason(JobId job, Cause cause, int tasks) {
        this(job, cause, tasks, 0);
    }

    public Kind kind() {
        return cause.kind();
    }

    /** In the order in which reasons are told. */
    public enum Kind {
        NO_NODE,
        HALTED,
        FITS_NO_NODE,
        /** Some nodes lack one thing that it needs. */
        MISFIT,
        NODES_PAUSED,
        REFUSED_BY_NODES,
        /** What fails on these is done elsewhere, or has yet to be tried there: they get one task at a time. */
        NODES_ON_PROBATION,
        /** These start nothing until there is room on their disks. */
        NODES_DISK_FULL,
        /** Somebody else needs these machines at the moment. */
        NODES_IN_USE,
        NONE_FREE,
        THROTTLED,
        /** Others use what the pool has of something. */
        LICENCES_IN_USE,
        BEHIND_OWN_JOB,
        WAITING_FOR_TURN,
        WAITING,
        PAUSED,
        BLOCKED,
        CANCELLED,
        /** They stand still while the machine is not free for them. */
        SUSPENDED,
        RUNNING,
        /** They won't be done by their deadline. */
        LATE,
        DONE;

        /** Whether it is about tasks that could start now: whatever is said of these is said of all of them. */
        public boolean isOfReady() {
            return compareTo(WAITING) < 0;
        }

        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
