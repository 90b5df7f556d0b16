package org.gleaner.core.desk;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.core.id.NodeId;

/**
 * Finds agents that share one identity because a disk was copied. Each process of an agent names its life, a random
 * word of its own. A life that comes back after another one took its place proves that both live at once: agents of one
 * directory exclude each other. The first life keeps the identity; any other that has come back twice is told that it
 * is a copy. Twice, since one call of a dead process may still be on its way. Soft: a restart forgets it, and the fight
 * teaches it again within seconds. Thread-safe.
 */
final class Lives {
    private static final int RETURNS = 2;
    private static final int LIVES_PER_NODE = 64;
    private static final int LONGEST = 64;

    private static final class OfNode {
        private String first = "";
        private String current = "";
        private final Map<String, Integer> returns = new LinkedHashMap<>();
    }

    private final Map<NodeId, OfNode> nodes = new TreeMap<>();

    /** Whether this life may speak as the node; false: it is a copy. */
    synchronized boolean mayBe(NodeId node, String life) {
        if (life.isEmpty() || life.length() > LONGEST) {
            return true;
        }
        OfNode known = nodes.computeIfAbsent(node, none -> new OfNode());
        if (life.equals(known.current)) {
            return true;
        }
        Integer before = known.returns.get(life);
        int returns = before == null ? 0 : before + 1;
        if (returns >= RETURNS && !life.equals(known.first)) {
            return false;
        }
        known.returns.put(life, returns);
        known.current = life;
        if (known.first.isEmpty()) {
            known.first = life;
        }
        if (known.returns.size() > LIVES_PER_NODE) {
            known.returns.remove(known.returns.keySet().iterator().next());
        }
        return true;
    }
}
