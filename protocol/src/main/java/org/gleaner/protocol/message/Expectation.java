package org.gleaner.protocol.message;

import java.time.Instant;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Deadline;
import org.jspecify.annotations.Nullable;

/**
 * What a look ahead found of an open job.
 *
 * @param at from when on was looked
 * @param futures how many were looked at: of a single one nobody can tell how certain it is
 * @param unknown the job of which nobody knows how long it takes, this one or one that it waits for; null: none
 * @param stuck the job of which something is paused or blocked, this one or one that it waits for; null: none
 * @param fails whether in most futures tasks of it, or of one that it waits for, fail for good
 * @param begin before which nothing of it starts; null: it may at once
 * @param after which job it waits for longest, and until when; null: something of it may start before any is done
 * @param deadline by when its owner wants it done; null: nobody said
 * @param canary whether one of its tasks goes first
 * @param ofProgram whether its tasks are calls of a Java program, or units of its problem
 * @param standstill why nothing starts in the whole pool
 */
public record Expectation(
        Instant at,
        int futures,
        Forecast forecast,
        @Nullable JobId unknown,
        @Nullable JobId stuck,
        boolean fails,
        @Nullable Instant begin,
        @Nullable NotBefore after,
        @Nullable Deadline deadline,
        boolean canary,
        boolean ofProgram,
        Standstill standstill) {
    /** Why nothing starts anywhere. */
    public enum Standstill {
        NONE,
        /** Somebody stopped everything. */
        HALTED,
        /** No machine may start anything: each is paused, draining or drained. */
        MACHINES_PAUSED
    }
}
