package org.gleaner.core.job;

import java.util.List;
import java.util.Locale;

/** Where a task stands. The order is that in which a job's own state is found: the first that any task is in. */
public enum TaskState {
    RUNNING,
    READY,
    WAITING,
    PAUSED,
    BLOCKED,
    CANCELLED,
    DONE;

    /** All states, once, as values() copies its array at every call. */
    public static final List<TaskState> ALL = List.of(values());

    /**
     * The whole table of transitions. A success ends everything but a cancelled task, even late: the attempt may have
     * been given up, its task be ready, paused or blocked by then; or it waits again, as the clock was set back before
     * the time at which it may begin.
     */
    public boolean mayBecome(TaskState next) {
        return switch (this) {
            case WAITING -> next == READY || next == PAUSED || next == BLOCKED || next == CANCELLED || next == DONE;
            case READY -> next == RUNNING || next == PAUSED || next == BLOCKED || next == CANCELLED || next == DONE;
            case RUNNING -> next == READY || next == PAUSED || next == BLOCKED || next == CANCELLED || next == DONE;
            case PAUSED ->
                next == READY
                        || next == WAITING
                        || next == RUNNING
                        || next == BLOCKED
                        || next == CANCELLED
                        || next == DONE;
            case BLOCKED -> next == READY || next == WAITING || next == CANCELLED || next == DONE;
            case CANCELLED -> next == READY || next == WAITING;
            case DONE -> false;
        };
    }

    /** Nothing more happens to such a task unless a person asks for it. */
    public boolean isFinal() {
        return this == CANCELLED || this == DONE;
    }

    /** The word that people, the API and the command line use. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
