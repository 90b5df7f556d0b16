package org.gleaner.agent.disk;

import org.gleaner.core.id.NodeId;

/** Who the agent is to its server, over all its lives. */
public record NodeIdentity(NodeId node, String token) {
    /** Without the token, so that it can be logged. */
    @Override
    public String toString() {
        return node.toString();
    }
}
