package org.gleaner.core.attempt;

import java.util.Locale;

/** How an attempt ended, and what that costs its task. The one table of causes. */
public enum Outcome {
    DONE(Charge.NOTHING),
    EXITED(Charge.FAILURE),
    NO_OUTPUT(Charge.FAILURE),
    NOT_STARTABLE(Charge.NODE),
    TIMED_OUT(Charge.LIMIT),
    OUT_OF_MEMORY(Charge.LIMIT),
    OUT_OF_DISK(Charge.LIMIT),
    /** The server has no longer a file that it needs. Found out by the server itself. */
    INPUT_LOST(Charge.SERVER),
    LOST(Charge.LOST),
    EVICTED(Charge.NOTHING),
    STOPPED(Charge.NOTHING),
    RETURNED(Charge.NOTHING);

    /** Who bears the cost of an ending. */
    public enum Charge {
        NOTHING,
        /** The task's failures; at {@code maxFailures} it is blocked. */
        FAILURE,
        /** The node, for this type; the task is innocent. */
        NODE,
        /** Blocks the task at once, as a retry would repeat it, unless the job says otherwise: then as FAILURE. */
        LIMIT,
        /** The server. Blocks the task at once, as only its owner can bring the file again. */
        SERVER,
        /** The task's lost attempts; at {@code maxLost} it is blocked. */
        LOST
    }

    private final Charge charge;

    Outcome(Charge charge) {
        this.charge = charge;
    }

    public Charge charge() {
        return charge;
    }

    /** Whether the command really ran to an end of its own or of its limits: what the job-level brake counts. */
    public boolean isFinished() {
        return this == DONE || charge == Charge.FAILURE || charge == Charge.LIMIT;
    }

    /** Whether the command ended by itself, so that its exit code says something. */
    public boolean hasExitCode() {
        return this == DONE || this == EXITED || this == NO_OUTPUT;
    }

    /** The word that people, the API and the command line use: {@code timed-out}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
