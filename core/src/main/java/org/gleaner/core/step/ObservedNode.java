package org.gleaner.core.step;

import java.time.Instant;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.observer.Outlook;
import org.gleaner.core.pool.GridNode;
import org.gleaner.core.scheduling.Asker;
import org.jspecify.annotations.Nullable;

/** A node as strategies see it, worked out as far as they look. Lives no longer than one decision. */
final class ObservedNode implements Asker {
    private final GridState state;
    private final GridNode observed;
    private final Instant now;
    /** Sorting asks for it again and again. */
    private @Nullable Outlook outlook;

    ObservedNode(GridState state, GridNode observed, Instant now) {
        this.state = state;
        this.observed = observed;
        this.now = now;
    }

    @Override
    public NodeId node() {
        return observed.id();
    }

    @Override
    public double speed() {
        return state.survey().speed(observed.benchmark());
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
        Outlook known = outlook;
        if (known == null) {
            known = Outlook.of(observed.belief(), uptime(), state.survey().hazard());
            outlook = known;
        }
        return known;
    }
}
