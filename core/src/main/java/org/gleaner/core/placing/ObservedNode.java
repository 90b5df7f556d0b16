package org.gleaner.core.placing;

import java.time.Instant;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.observer.StayChances;
import org.gleaner.core.pool.GridNode;
import org.gleaner.core.scheduling.Asker;
import org.jspecify.annotations.Nullable;

/** A node as strategies see it, worked out as far as they look. Lives no longer than one decision. */
public final class ObservedNode implements Asker {
    private final Roster roster;
    private final GridNode observed;
    private final Instant now;
    /** Sorting asks for it again and again. */
    private @Nullable StayChances stayChances;

    public ObservedNode(Roster roster, GridNode observed, Instant now) {
        this.roster = roster;
        this.observed = observed;
        this.now = now;
    }

    @Override
    public NodeId node() {
        return observed.id();
    }

    @Override
    public double speed() {
        return roster.survey().speed(observed.benchmark());
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
    public StayChances stayChances() {
        StayChances known = stayChances;
        if (known == null) {
            known = StayChances.of(observed.belief(), uptime(), roster.survey().hazard());
            stayChances = known;
        }
        return known;
    }
}
