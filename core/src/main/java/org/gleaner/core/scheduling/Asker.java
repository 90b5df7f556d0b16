package org.gleaner.core.scheduling;

import org.gleaner.core.id.NodeId;
import org.gleaner.core.observer.StayChances;

/** A node as strategies see it. Durations are in minutes. */
public interface Asker {
    NodeId node();

    /** Its power in relation to the mean of the pool. */
    double speed();

    /** Average of its last uptimes; 0 before the first one ended. */
    double usualUptime();

    /** How long it is up now. */
    double uptime();

    /** From -1, all attempts failed, to 1, all were done. */
    double reliability();

    /** How likely it stays. */
    StayChances stayChances();
}
