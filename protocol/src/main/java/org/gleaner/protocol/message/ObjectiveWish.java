package org.gleaner.protocol.message;

import org.gleaner.core.grid.Objective;
import org.jspecify.annotations.Nullable;

/** @param wanted what shall count for the caller's own jobs; null: what counts for the pool */
public record ObjectiveWish(@Nullable Objective wanted) {
    /** Says that nothing special is wanted. */
    public static final String NONE = "none";
}
