package org.gleaner.core.attempt;

import java.time.Instant;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.jspecify.annotations.Nullable;

/**
 * From when to when an attempt had its lane.
 *
 * @param to null while it lives
 * @param outcome null while it lives
 * @param copy whether another attempt of its task lived when it was assigned
 */
public record WorkSpan(
        AttemptId attempt,
        Owner owner,
        NodeId node,
        int lane,
        Instant from,
        @Nullable Instant to,
        @Nullable Outcome outcome,
        boolean copy) {}
