package org.gleaner.core.message;

import java.time.Duration;
import java.util.List;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Held;

/**
 * What a node says with each sync. It is the whole truth about the node, not a change, so that sending it twice is
 * harmless and a lost one loses nothing.
 *
 * @param sequence grows with each sync of an incarnation; an older one that arrives late is ignored
 * @param offer what the node is willing to use now, held attempts included; less than its capacity while its owner
 *     needs the machine
 * @param load share of the machine used by others, 0 to 1
 * @param patience how long the server may keep the call open
 */
public record SyncReport(
        int incarnation, long sequence, List<Held> holds, Capacity offer, double load, Duration patience) {
    public SyncReport {
        holds = List.copyOf(holds);
    }

    /** Offers nothing and waits for nothing: the last words of an agent that ends, not of one that makes a pause. */
    public boolean isFarewell() {
        return offer.slots() == 0 && patience.isZero();
    }
}
