package org.gleaner.core.grid;

import java.util.Locale;
import java.util.Optional;
import org.gleaner.core.id.JobId;

/**
 * One answer to "why is it not running?", typed, with how many tasks of which job it concerns.
 *
 * @param nodes how many nodes it concerns; 0 where it is not about nodes
 * @param detail one sentence for people, with figures
 * @param remedy what would change it; may be empty
 */
public record Reason(JobId job, Kind kind, int tasks, int nodes, String detail, String remedy) {
    /** A reason that is not about nodes. */
    public Reason(JobId job, Kind kind, int tasks, String detail, String remedy) {
        this(job, kind, tasks, 0, detail, remedy);
    }

    /** @param because the job that was cancelled first, so that these could not come to pass */
    public static Reason cancelled(JobId job, int tasks, Optional<JobId> because) {
        String retry = "'gleaner retry " + job + "' puts them back.";
        return because.isEmpty()
                ? new Reason(job, Kind.CANCELLED, tasks, "cancelled", retry)
                : new Reason(
                        job,
                        Kind.CANCELLED,
                        tasks,
                        "cancelled, as they wait for cancelled tasks of job " + because.get(),
                        "First 'gleaner retry " + because.get() + "'; then " + retry);
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
        /** These start nothing until there is room on their disks. */
        NODES_DISK_FULL,
        /** Somebody else needs these machines at the moment. */
        NODES_IN_USE,
        NONE_FREE,
        THROTTLED,
        BEHIND_OWN_JOB,
        WAITING_FOR_TURN,
        WAITING,
        PAUSED,
        BLOCKED,
        CANCELLED,
        /** They stand still while the machine is not free for them. */
        SUSPENDED,
        RUNNING,
        DONE;

        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
