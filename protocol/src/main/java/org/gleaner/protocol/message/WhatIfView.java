package org.gleaner.protocol.message;

import java.time.Instant;
import org.gleaner.core.id.Owner;
import org.gleaner.protocol.message.SimulationView.Failure;
import org.gleaner.protocol.message.SimulationView.State;
import org.jspecify.annotations.Nullable;

/**
 * What became of a question.
 *
 * @param looked at how many futures so far
 * @param of how many it will be at most
 * @param ahead how many simulations go first, as one runs at a time; null unless one about the past waits
 * @param result of a question about what is to come
 * @param past the result of one about the past
 */
public record WhatIfView(
        String id,
        Owner owner,
        State state,
        int looked,
        int of,
        Instant asked,
        @Nullable Integer ahead,
        @Nullable Failure failure,
        @Nullable WhatIfResult result,
        @Nullable PastResult past) {}
