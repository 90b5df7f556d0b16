package org.gleaner.core.grid;

import java.time.Instant;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.observer.Outlook;
import org.gleaner.core.scheduling.Asker;

/** A node as strategies see it, worked out as far as they look. */
record ObservedNode(GridState state, GridNode observed, Instant now) implements Asker {
    @Override
    public NodeId node() {
        return observed.id();
    }

    @Override
    public double speed() {
        return state.survey(now).speed(observed);
    }

    @Override
    public double usualUptime() {
        return observed.belief().usualUptime();
    }

    @Override
    public double uptime() {
        return observed.uptime(now);
    }

    @Override
    public double reliability() {
        return observed.belief().reliability();
    }

    @Override
    public Outlook outlook() {
        return observed.outlook(state.survey(now), state, now);
    }
}
