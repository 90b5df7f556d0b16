package org.gleaner.agent.run;

import java.time.Duration;
import org.gleaner.agent.machine.ProcessTable;

/**
 * CPU time of children that have ended, which a look now and then at the living misses for short tasks. The kernel adds
 * up all ended children of the agent; what was added since the last question belongs to whoever asks. Two tasks that
 * end in the same instant may swap their shares, which is harmless: it is a statistic. Thread-safe.
 */
final class EndedChildren {
    private final ProcessTable table;
    private Duration told;

    EndedChildren(ProcessTable table) {
        this.table = table;
        this.told = table.ofEndedChildren();
    }

    synchronized Duration sinceLast() {
        Duration all = table.ofEndedChildren();
        Duration fresh = all.minus(told);
        told = all;
        return fresh.isNegative() ? Duration.ZERO : fresh;
    }
}
