package org.gleaner.core.pool;

import java.time.Instant;
import org.gleaner.core.grid.StoredJob.LiveRow;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.node.Held;
import org.gleaner.core.scheduling.Rule;
import org.jspecify.annotations.Nullable;

/** An attempt that has been assigned and has not ended. Changed by {@link PoolWriter} alone. */
public final class LiveAttempt {
    private final LiveRow row;

    /** Soft: whether a reply carried the start order since the node last said what it holds. */
    private boolean told;

    /** Soft: what the node last said of it. */
    private Held.@Nullable State held;

    /** Soft: why its node got it. */
    private @Nullable Rule rule;

    /** Soft: whether the files of its job were replaced since it was assigned. */
    private boolean outdated;

    public LiveAttempt(LiveRow row) {
        this.row = row;
    }

    /** What is stored of it. */
    public LiveRow row() {
        return row;
    }

    public AttemptId id() {
        return row.attempt();
    }

    public NodeId node() {
        return row.node();
    }

    public int lane() {
        return row.lane();
    }

    public Instant assigned() {
        return row.at();
    }

    /** When its node was first given it. */
    public Instant since() {
        return row.since();
    }

    public boolean told() {
        return told;
    }

    public Held.@Nullable State held() {
        return held;
    }

    @Nullable
    public Rule rule() {
        return rule;
    }

    public boolean outdated() {
        return outdated;
    }

    void outdate() {
        outdated = true;
    }

    void choose(Rule why) {
        rule = why;
    }

    void tell() {
        told = true;
    }

    void hear(Held.@Nullable State state) {
        held = state;
        told = state != null;
    }
}
