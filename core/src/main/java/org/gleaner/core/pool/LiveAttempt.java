package org.gleaner.core.pool;

import java.time.Instant;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.node.Held;
import org.gleaner.core.scheduling.Rule;
import org.jspecify.annotations.Nullable;

/** An attempt that has been assigned and has not ended. Changed by {@link PoolWriter} alone. */
public final class LiveAttempt {
    private final AttemptId id;
    private final NodeId node;
    private final int lane;
    private final Instant assigned;

    /** Soft: whether a reply carried the start order since the node last said what it holds. */
    private boolean told;

    /** Soft: what the node last said of it. */
    private Held.@Nullable State held;

    /** Soft: why its node got it. */
    private @Nullable Rule rule;

    /** Soft: whether the files of its job were replaced since it was assigned. */
    private boolean outdated;

    public LiveAttempt(AttemptId id, NodeId node, int lane, Instant assigned) {
        this.id = id;
        this.node = node;
        this.lane = lane;
        this.assigned = assigned;
    }

    public AttemptId id() {
        return id;
    }

    public NodeId node() {
        return node;
    }

    public int lane() {
        return lane;
    }

    public Instant assigned() {
        return assigned;
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
