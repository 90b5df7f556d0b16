package org.gleaner.core.message;

import java.time.Duration;
import java.util.List;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Held;
import org.jspecify.annotations.Nullable;

/**
 * What a node says with each sync. It is the whole truth about the node, not a change, so that sending it twice is
 * harmless and a lost one loses nothing.
 *
 * @param sequence grows with each sync of an incarnation; an older one that arrives late is ignored
 * @param offer what the node is willing to use now, held attempts included; less than its capacity while its owner
 *     needs the machine
 * @param load share of the machine used by others, 0 to 1
 * @param patience how long the server may keep the call open
 * @param farewell whether these are the last words of an agent that ends, and not of one that makes a pause
 * @param tasksLoad share of the machine used by tasks; nothing while work is unwelcome, and from an agent that does not
 *     say it: then nobody knows what {@code load} means either
 */
public record SyncReport(
        int incarnation,
        long sequence,
        List<Held> holds,
        Capacity offer,
        double load,
        Duration patience,
        boolean farewell,
        @Nullable Double tasksLoad) {
    public SyncReport {
        holds = List.copyOf(holds);
    }

    /** Of an agent that goes on and does not say what tasks use. */
    public SyncReport(
            int incarnation, long sequence, List<Held> holds, Capacity offer, double load, Duration patience) {
        this(incarnation, sequence, holds, offer, load, patience, false, null);
    }

    public SyncReport with(Duration lessPatience) {
        return new SyncReport(incarnation, sequence, holds, offer, load, lessPatience, farewell, tasksLoad);
    }
}
