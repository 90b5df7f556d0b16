package org.gleaner.core.grid;

import java.time.Duration;
import org.gleaner.core.scheduling.Rule;
import org.jspecify.annotations.Nullable;

/**
 * What was decided about a type lately, as far as its owner may know.
 *
 * @param belowShare how far the owner is below the share of the pool's time, in percent; null where nothing is shared
 */
public record PastChoices(
        @Nullable Long belowShare,
        @Nullable Given last,
        @Nullable Instead instead) {
    public static final PastChoices NONE = new PastChoices(null, null, null);

    /** To whom the type was last given. */
    public record Given(String type, String node, Duration ago, Rule rule) {}

    /**
     * What most of the suitable nodes got instead.
     *
     * @param type null: work of another owner
     */
    public record Instead(int nodes, int suitable, @Nullable String type, Rule rule) {}
}
