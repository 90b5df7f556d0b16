package org.gleaner.core.image;

import java.time.Instant;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * What a viewer is told of an attempt.
 *
 * @param attempt null: it is somebody else's
 * @param key stands for one that is somebody else's, the same when it ends; else empty
 * @param lane -1 for one that ended
 * @param ended whether it did; else it was assigned
 * @param outcome of one that ended and is the viewer's
 */
public record SeenAttempt(
        @Nullable AttemptId attempt,
        NodeId node,
        String key,
        int lane,
        Instant at,
        boolean ended,
        @Nullable Outcome outcome) {}
