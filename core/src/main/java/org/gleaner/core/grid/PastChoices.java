package org.gleaner.core.grid;

import java.time.Duration;
import org.gleaner.core.scheduling.Rule;
import org.jspecify.annotations.Nullable;

/**
 * What was decided about a type lately, as far as its owner may know.
 *
 * @param share null where nothing is shared
 */
public record PastChoices(
        @Nullable Share share,
        @Nullable Given last,
        @Nullable Instead instead) {
    public static final PastChoices NONE = new PastChoices(null, null, null);

    /**
     * What an owner has had of the pool's time.
     *
     * @param below how far that is below their share, in percent
     * @param own whether the owner is who asks
     */
    public record Share(long below, boolean own) {}

    /** The same without it, where it is told elsewhere. */
    public PastChoices withoutShare() {
        return new PastChoices(null, last, instead);
    }

    /** To whom the type was last given. */
    public record Given(String type, String node, Duration ago, Rule rule) {}

    /**
     * What most of the suitable nodes got instead.
     *
     * @param type null: work of another owner
     * @param rule null: of such work it is nobody's business
     */
    public record Instead(
            int nodes,
            int suitable,
            @Nullable String type,
            @Nullable Rule rule) {}
}
