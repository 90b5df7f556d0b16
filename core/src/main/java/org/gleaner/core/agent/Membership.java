package org.gleaner.core.agent;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Held;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.observer.Stay;
import org.jspecify.annotations.Nullable;

/**
 * Who the agent is for its server: what it says of itself, and under which name. A name that the server does not take
 * is given up, and the agent joins as a new node. Confined to one thread.
 */
final class Membership {
    private static final String DUPLICATE_IDENTITY = "duplicate-identity";

    /**
     * How often in a row a token is refused before that is believed. Giving up a name costs all that runs under it, and
     * a server that is starting, or a proxy before it, may be wrong once.
     */
    private static final int BELIEVED_AFTER = 3;

    private @Nullable NodeFacts facts;
    private Stay stay = Stay.UNKNOWN;
    private Instant started = Instant.MIN;
    private Capacity capacity = Capacity.NOTHING;
    private @Nullable NodeId knownAs;
    private boolean asNew;
    private boolean everTaken;
    private int tokenRefused;

    void begin(AgentInput.Started input, Instant now) {
        facts = input.facts();
        stay = input.stay();
        started = now;
        capacity = input.capacity();
        knownAs = input.knownAs();
        asNew = knownAs == null;
    }

    Capacity capacity() {
        return capacity;
    }

    /** What its tasks may use of what is counted. */
    Amounts provided() {
        NodeFacts known = facts;
        return known == null ? Amounts.NONE : known.abilities().provides();
    }

    /** Whether it asks for a new name. */
    boolean isAsNew() {
        return asNew;
    }

    /** Whether the server ever took it. */
    boolean wasEverTaken() {
        return everTaken;
    }

    /** Returns whether that is news. */
    boolean found(NodeFacts now) {
        boolean news = !now.equals(facts);
        facts = now;
        return news;
    }

    /** What it says of itself; nothing before it has started. */
    @Nullable
    Introduction introduction(List<Held> holds, Instant now) {
        NodeFacts known = facts;
        return known == null
                ? null
                : new Introduction(known, capacity, holds, stay.later(Duration.between(started, now)));
    }

    /** The server takes it for this node; returns whether it was another one, whose attempts are nobody's now. */
    boolean taken(NodeId node) {
        boolean another = asNew || !node.equals(knownAs);
        knownAs = node;
        asNew = false;
        everTaken = true;
        tokenRefused = 0;
        return another;
    }

    /** Whether a refusal is to be taken as final; one of the token is so only if it is repeated. */
    boolean believes(String code) {
        tokenRefused = code.equals(AgentLogic.UNAUTHENTICATED) ? tokenRefused + 1 : 0;
        return tokenRefused == 0 || tokenRefused >= BELIEVED_AFTER;
    }

    /** The server does not take it; returns whether another name may help. */
    boolean refused(String code) {
        boolean byName = code.equals(AgentLogic.UNKNOWN_NODE)
                || code.equals(AgentLogic.UNAUTHENTICATED)
                || code.equals(DUPLICATE_IDENTITY);
        boolean help = byName && !asNew;
        asNew |= help;
        tokenRefused = 0;
        return help;
    }
}
