package org.gleaner.core.scheduling;

import java.time.Instant;
import java.util.List;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.TaskId;

/**
 * A task that runs, as redundancy sees it. Immutable; replaced when a copy starts or ends.
 *
 * @param copies its live attempts, oldest first; at least one
 * @param likelyEnd when the first of them was expected to be done at the time of the last change
 */
public record Underway(TaskId task, TypeView type, List<Copy> copies, Instant likelyEnd) {
    /** @param since when it was assigned */
    public record Copy(NodeId node, Instant since) {}

    public Underway {
        copies = List.copyOf(copies);
    }

    /** When the oldest copy was assigned. */
    public Instant since() {
        return copies.get(0).since();
    }

    public boolean isOn(NodeId node) {
        for (Copy copy : copies) {
            if (copy.node().equals(node)) {
                return true;
            }
        }
        return false;
    }
}
