package org.gleaner.core.scheduling;

import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.function.Function;
import org.gleaner.core.id.NodeId;

/**
 * A node asks and no task is ready for it: shall it run one that runs already?
 *
 * @param running tasks that it could and may run too, in the order that the redundancy wants, found as they are asked
 *     for
 * @param nodes what is known of the nodes that run them
 * @param stands how long it stands how a task goes on, once somebody looked
 */
public record CopyRequest(
        Asker asker,
        Instant now,
        Iterator<Underway> running,
        Function<NodeId, Asker> nodes,
        PoolView pool,
        Duration stands) {}
