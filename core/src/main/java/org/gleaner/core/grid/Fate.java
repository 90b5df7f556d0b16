package org.gleaner.core.grid;

import java.util.Locale;
import org.gleaner.core.attempt.Outcome;

/** What became of the work of an attempt. */
public enum Fate {
    /** Its result counts. */
    DONE,
    /** Another attempt had done the task. */
    REDUNDANT,
    /** Its node died or was needed by a person. */
    LOST,
    FAILED,
    /** Somebody wanted it no longer. */
    STOPPED;

    /** @param done whether the task was done before */
    public static Fate of(Outcome outcome, boolean done) {
        if (done) {
            return REDUNDANT;
        }
        return switch (outcome) {
            case DONE -> DONE;
            case LOST, EVICTED -> LOST;
            case STOPPED, RETURNED -> STOPPED;
            case EXITED, NO_OUTPUT, NOT_STARTABLE, TIMED_OUT, OUT_OF_MEMORY, OUT_OF_DISK, INPUT_LOST -> FAILED;
        };
    }

    /** The word in metrics. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
