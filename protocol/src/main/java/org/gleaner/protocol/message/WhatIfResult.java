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
 * @param all when all that they have open is done; null: nothing can be said of any of it
 * @param added the jobs that were only supposed, in their order
 * @param owners what others have open, by owner; only admins are told
 */
public record WhatIfResult(
        Instant at,
        int futures,
        boolean cut,
        List<OfJob> jobs,
        int more,
        @Nullable Difference all,
        List<OfAdded> added,
        List<OfOwner> owners) {
    /** @param difference null: nothing can be said, because nobody knows how long it takes, or it can't end */
    public record OfJob(JobId id, String name, @Nullable Difference difference) {}

    /** @param known whether something of its type has run, or its owner says how long it takes */
    public record OfAdded(String name, boolean known, Forecast.Span start, Forecast.Span finish) {}

    /** All that an owner has open. */
    public record OfOwner(Owner owner, Difference difference) {}

    public WhatIfResult {
        jobs = List.copyOf(jobs);
        added = List.copyOf(added);
        owners = List.copyOf(owners);
    }
}
