package org.gleaner.core.store;

import java.time.Instant;
import org.gleaner.core.id.NodeId;

/**
 * A stay of a node that ended in a way that would have ended an attempt.
 *
 * @param from so long before its end as it lasted, without the times at which the node's owner needed it
 */
public record PastStay(NodeId node, Instant from, Instant to) {
    public PastStay {
        if (to.isBefore(from)) {
            throw new IllegalArgumentException("a stay can't end before it begins");
        }
    }
}
