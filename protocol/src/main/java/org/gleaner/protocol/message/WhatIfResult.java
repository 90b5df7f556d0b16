package org.gleaner.protocol.message;

import java.time.Instant;
import java.util.List;
import org.gleaner.core.ahead.Contrast.Difference;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.jspecify.annotations.Nullable;

/**
 * What a change of the pool would bring.
 *
 * @param at from when on was looked
 * @param futures how many were looked at
 * @param cut whether these are fewer than was asked for, because each took long
 * @param jobs of whoever asked, the youngest first
 * @param more how many more open jobs there are of them
 * @param all when all is done that they have open and something can be said of; null: that is nothing
 * @param added the jobs that were only supposed, in their order
 * @param owners what others have open, by owner; only admins are told
 * @param note what else is to be known about it, in a sentence; empty: nothing
 */
public record WhatIfResult(
        Instant at,
        int futures,
        boolean cut,
        List<OfJob> jobs,
        int more,
        @Nullable Together all,
        List<OfAdded> added,
        List<OfOwner> owners,
        String note) {
    /**
     * @param difference null: nothing can be said, because nobody knows how long it takes, it can't end,
     *     or too many others are open
     * @param due null: it has no deadline with the change, or nothing can be said
     */
    public record OfJob(
            JobId id,
            String name,
            @Nullable Difference difference,
            @Nullable Due due) {}

    /**
     * Whether a deadline is met.
     *
     * @param deadline that of the job with the change
     * @param now whether it would be met as things are
     */
    public record Due(Instant deadline, Meets now, Meets then) {}

    /**
     * @param known whether something of its type has run, or its owner says how long it takes
     * @param start null: nothing can be said, because too many others are open; so with the finish
     * @param deadline null: it has none
     * @param meets whether that is met; null: it has none, or nothing can be said
     */
    public record OfAdded(
            String name,
            boolean known,
            Forecast.@Nullable Span start,
            Forecast.@Nullable Span finish,
            @Nullable Instant deadline,
            @Nullable Meets meets) {}

    /**
     * Several jobs: when the last of them is done.
     *
     * @param known of how many of them something can be said: only these count
     * @param of how many they are
     */
    public record Together(Difference difference, int known, int of) {}

    /** All that an owner has open. */
    public record OfOwner(Owner owner, Together jobs) {}

    public WhatIfResult {
        jobs = List.copyOf(jobs);
        added = List.copyOf(added);
        owners = List.copyOf(owners);
    }
}
