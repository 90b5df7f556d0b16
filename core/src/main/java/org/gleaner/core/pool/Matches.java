package org.gleaner.core.pool;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.node.Abilities;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Demand;
import org.gleaner.core.node.Match;
import org.gleaner.core.node.NodeFacts;

/**
 * Which demands of open jobs fit which kinds of node: one bit for each pair, found out when either of them appears and
 * forgotten with its last user, so that a decision only looks it up. Changed by {@link PoolWriter} alone.
 */
public final class Matches {
    /** A demand that open jobs have in common. */
    public static final class Wanted {
        private final int number;
        private final Demand demand;
        private int jobs;
        private long slots;

        private Wanted(int number, Demand demand) {
            this.number = number;
            this.demand = demand;
        }

        /** No other demand that is wanted at the same time has it. */
        public int number() {
            return number;
        }

        public Demand demand() {
            return demand;
        }

        public Requirements needs() {
            return demand.needs();
        }

        /** Of all connected nodes of kinds that it fits. */
        public int slots() {
            return (int) Math.min(Integer.MAX_VALUE, slots);
        }
    }

    /** Nodes that are alike in all that a demand could ask for. */
    public static final class NodeKind {
        private final Traits traits;
        private final NodeFacts facts;
        private final BitSet fitting = new BitSet();
        private int nodes;
        private int connected;

        private NodeKind(Traits traits, NodeFacts facts) {
            this.traits = traits;
            this.facts = facts;
        }

        public boolean fits(Wanted wanted, String type) {
            return fitting.get(wanted.number) && Match.takes(traits.abilities(), type);
        }

        public Capacity capacity() {
            return traits.capacity();
        }

        private void judge(Wanted wanted) {
            fitting.set(wanted.number, Match.fits(wanted.demand, facts, traits.capacity()));
        }

        private void connect(Wanted wanted, int more) {
            if (fitting.get(wanted.number)) {
                wanted.slots += (long) more * traits.capacity().slots();
            }
        }
    }

    private record Traits(String os, String arch, boolean manyFiles, Abilities abilities, Capacity capacity) {}

    private final Map<Demand, Wanted> demands = new LinkedHashMap<>();
    private final BitSet numbers = new BitSet();
    private final Map<Traits, NodeKind> kinds = new LinkedHashMap<>();

    /** For one more job; given back with {@link #release(Wanted)}. */
    Wanted want(Demand demand) {
        Wanted known = demands.get(demand);
        if (known == null) {
            known = new Wanted(numbers.nextClearBit(0), demand);
            numbers.set(known.number);
            demands.put(demand, known);
            for (NodeKind kind : kinds.values()) {
                kind.judge(known);
                kind.connect(known, kind.connected);
            }
        }
        known.jobs++;
        return known;
    }

    void release(Wanted wanted) {
        wanted.jobs--;
        if (wanted.jobs == 0) {
            demands.remove(wanted.demand);
            numbers.clear(wanted.number);
        }
    }

    /** For one more node; given back with {@link #release(NodeKind)}. */
    NodeKind kindOf(NodeFacts facts, Capacity capacity) {
        Traits traits = new Traits(facts.os(), facts.arch(), facts.takesManyFiles(), facts.abilities(), capacity);
        NodeKind known = kinds.get(traits);
        if (known == null) {
            known = new NodeKind(traits, facts);
            kinds.put(traits, known);
            for (Wanted wanted : demands.values()) {
                known.judge(wanted);
            }
        }
        known.nodes++;
        return known;
    }

    /** One of its nodes is heard, or no more. */
    void connect(NodeKind kind, boolean now) {
        int more = now ? 1 : -1;
        kind.connected += more;
        for (Wanted wanted : demands.values()) {
            kind.connect(wanted, more);
        }
    }

    void release(NodeKind kind) {
        kind.nodes--;
        if (kind.nodes == 0) {
            kinds.remove(kind.traits);
        }
    }
}
