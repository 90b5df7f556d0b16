package org.gleaner.core.store;

import java.time.Instant;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.jspecify.annotations.Nullable;

/**
 * Which attempts somebody asks for, the youngest first: by job, task and number.
 *
 * @param owner of their jobs; null: anybody
 * @param since only those that live or ended since then; null: all
 * @param failed only failures
 * @param before only those that come behind this one, which ended the page before; null: from the youngest
 */
public record AttemptQuery(
        @Nullable Owner owner,
        @Nullable Instant since,
        @Nullable String type,
        @Nullable NodeId node,
        boolean failed,
        @Nullable AttemptId before,
        int limit) {}
