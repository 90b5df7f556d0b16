package org.gleaner.simulator.faults;

import java.util.TreeMap;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.observer.Stay;
import org.jspecify.annotations.Nullable;

/** What of an agent survives its death, unless somebody wipes it. */
final class AgentDisk {
    private final TreeMap<AttemptId, AttemptReport> results = new TreeMap<>();
    private @Nullable NodeId knownAs;
    private @Nullable Stay handedOver;

    TreeMap<AttemptId, AttemptReport> results() {
        return results;
    }

    @Nullable
    NodeId knownAs() {
        return knownAs;
    }

    void know(NodeId node) {
        knownAs = node;
        handedOver = null;
    }

    /** The stay that the next program goes on with; none unless the last one ended to be replaced. */
    @Nullable
    Stay handedOver() {
        return handedOver;
    }

    void handOver(Stay stay) {
        handedOver = stay;
    }

    void wipe() {
        results.clear();
        knownAs = null;
        handedOver = null;
    }
}
