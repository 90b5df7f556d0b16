package org.gleaner.core.id;

/** The number of a node, given by the server when the node first introduces itself; written {@code n3}. */
public record NodeId(long value) implements Comparable<NodeId> {
    public NodeId {
        if (value < 1) {
            throw new IllegalArgumentException("a node id is a number from 1, not " + value);
        }
    }

    /** Whether somebody who writes this means a node by its number: with its n, or without. */
    public static boolean isWritten(String text) {
        return text.matches("n?[1-9][0-9]{0,17}");
    }

    /** The number of a node that {@link #isWritten}. */
    public static NodeId parse(String text) {
        return new NodeId(Long.parseLong(text.startsWith("n") ? text.substring(1) : text));
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
