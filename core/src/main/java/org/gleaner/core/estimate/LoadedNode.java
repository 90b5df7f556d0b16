package org.gleaner.core.estimate;

import org.gleaner.core.id.NodeId;

/**
 * A node with what others run on it.
 *
 * @param slots how many of our tasks it takes at once
 * @param localTasks how many programs others run there: MPL_local
 * @param localCpu how many cores' worth of CPU they would use if they were alone: CPU_local
 */
public record LoadedNode(NodeId id, int cores, int slots, double localTasks, double localCpu) {
    public LoadedNode {
        if (cores < 1 || slots < 0) {
            throw new IllegalArgumentException(
                    "a node has at least one core, not " + cores + ", and no less than no slot");
        }
        if (!(localTasks >= 0) || !(localCpu >= 0) || Double.isInfinite(localTasks + localCpu)) {
            throw new IllegalArgumentException(
                    "others use a finite part of a node, not " + localTasks + ", " + localCpu);
        }
    }

    /**
     * How crowded it is.
     *
     * @param tasks how many of our tasks it runs: MPL_paral
     * @param cpu what these would use if they were alone: CPU_paral
     */
    public Crowding with(double tasks, double cpu) {
        return new Crowding((tasks + localTasks) / cores, (cpu + localCpu) / cores);
    }
}
