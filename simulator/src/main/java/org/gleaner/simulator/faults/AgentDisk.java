package org.gleaner.simulator.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.observer.Stay;
import org.gleaner.simulator.world.Chance;
import org.jspecify.annotations.Nullable;

/**
 * What of an agent survives its death, unless somebody wipes it. What is kept is synced, with the names in its
 * directory; that something was deleted is on disk only when the next thing is kept.
 */
final class AgentDisk {
    private final TreeMap<AttemptId, AttemptReport> results = new TreeMap<>();
    private final TreeMap<AttemptId, AttemptReport> justForgotten = new TreeMap<>();
    private @Nullable NodeId knownAs;
    private @Nullable Stay handedOver;

    SortedMap<AttemptId, AttemptReport> results() {
        return results;
    }

    /** What a copy of the directory holds that was made a moment ago. */
    List<AttemptReport> copied() {
        List<AttemptReport> copied = new ArrayList<>(results.values());
        copied.addAll(justForgotten.values());
        return copied;
    }

    void keep(AttemptReport report) {
        results.put(report.attempt(), report);
        justForgotten.clear();
    }

    void forget(AttemptId attempt) {
        AttemptReport report = results.remove(attempt);
        if (report != null) {
            justForgotten.put(attempt, report);
        }
    }

    /** Whatever was not synced is as it was before, or not; returns whether something is there again. */
    boolean powerFails(Chance chance) {
        int before = results.size();
        justForgotten.forEach((attempt, report) -> {
            if (chance.happens(0.5)) {
                results.put(attempt, report);
            }
        });
        justForgotten.clear();
        return results.size() > before;
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
        justForgotten.clear();
        knownAs = null;
        handedOver = null;
    }
}
