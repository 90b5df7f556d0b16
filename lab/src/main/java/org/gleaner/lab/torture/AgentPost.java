package org.gleaner.lab.torture;

import org.gleaner.lab.child.AgentPlace;
import org.gleaner.lab.child.Child;
import org.jspecify.annotations.Nullable;

/**
 * One agent, the directory that outlives its processes, and what can be done to it.
 *
 * @param relay what it speaks through, if it is not in a namespace
 * @param isolated whether it is in the namespace of its number
 */
record AgentPost(
        int number,
        Child child,
        AgentPlace place,
        @Nullable Relay relay,
        boolean isolated,
        @Nullable WallClock clock,
        @Nullable SmallDisk disk) {}
