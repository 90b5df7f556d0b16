package org.gleaner.core.image;

import java.time.Instant;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.jspecify.annotations.Nullable;

/**
 * That an attempt was assigned to a node, came back to life there, or ended.
 *
 * @param lane -1 for one that ended
 * @param outcome null: it did not end
 */
public record AttemptLine(
        AttemptId attempt,
        Owner owner,
        NodeId node,
        int lane,
        Instant at,
        @Nullable Outcome outcome) {}
