package org.gleaner.protocol.message;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.core.ahead.Variation;
import org.gleaner.core.id.NodeId;

/**
 * What would have been different if the pool had been, since some time: from the server to the process that simulates
 * it.
 *
 * @param timeout how long it takes until somebody notices that a machine is gone
 * @param now the settings in force, by name
 * @param then those that would have been
 * @param add machines that would have been there too
 * @param remove machines that would not
 */
public record PastQuestion(
        Instant since,
        Duration timeout,
        Map<String, String> now,
        Map<String, String> then,
        List<Variation.Twins> add,
        List<NodeId> remove) {
    public PastQuestion {
        now = Collections.unmodifiableMap(new TreeMap<>(now));
        then = Collections.unmodifiableMap(new TreeMap<>(then));
        add = List.copyOf(add);
        remove = List.copyOf(remove);
    }
}
