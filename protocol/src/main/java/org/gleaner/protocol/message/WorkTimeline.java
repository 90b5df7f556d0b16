package org.gleaner.protocol.message;

import java.time.Instant;
import java.util.List;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * What machines did between two times.
 *
 * @param more whether there were more bars than fit; those that ended earlier are left out
 * @param stays when machines were there, as far as such a stay is over; for admins only
 */
public record WorkTimeline(Instant since, Instant until, List<Bar> bars, boolean more, List<Presence> stays) {
    /**
     * Something that had a lane of a machine for a while.
     *
     * @param to null while it does
     * @param own null: it is the work of somebody else, of which nothing more is told
     */
    public record Bar(
            NodeId node,
            int lane,
            Instant from,
            @Nullable Instant to,
            @Nullable Own own) {}

    /**
     * What its owner knows.
     *
     * @param outcome null while it lives
     */
    public record Own(AttemptId attempt, @Nullable Outcome outcome, boolean copy) {}

    public record Presence(NodeId node, Instant from, Instant to) {}

    public WorkTimeline {
        bars = List.copyOf(bars);
        stays = List.copyOf(stays);
    }
}
