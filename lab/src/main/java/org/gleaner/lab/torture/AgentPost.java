package org.gleaner.lab.torture;

import org.gleaner.lab.child.AgentChild;
import org.gleaner.lab.child.AgentPlace;
import org.gleaner.lab.child.Child;
import org.jspecify.annotations.Nullable;

/**
 * One agent, and what can be done to it.
 *
 * @param relay what it speaks through, if it is not in a namespace
 * @param isolated whether it is in the namespace of its number
 */
record AgentPost(
        int number,
        AgentChild agent,
        @Nullable Relay relay,
        boolean isolated,
        @Nullable WallClock clock,
        @Nullable SmallDisk disk) {
    Child child() {
        return agent.child();
    }

    AgentPlace place() {
        return agent.place();
    }
}
