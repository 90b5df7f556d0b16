package org.gleaner.core.id;

/** The number of a node, given by the server when the node first introduces itself; written {@code n3}. */
public record NodeId(long value) implements Comparable<NodeId> {
    public NodeId {
        if (value < 1) {
            throw new IllegalArgumentException("a node id is a number from 1, not " + value);
        }
    }

    @Override
    public int compareTo(NodeId other) {
        return Long.compare(value, other.value);
    }

    @Override
    public String toString() {
        return "n" + value;
    }
}
