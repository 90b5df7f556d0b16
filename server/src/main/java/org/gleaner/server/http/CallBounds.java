package org.gleaner.server.http;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Token;
import org.gleaner.core.grid.TokenHash;

/**
 * Counts the calls that each token has open, so that no holder takes the server from the others; and those of all
 * nodes, whose calls are held open for long, so that connections are left for people. Thread-safe.
 */
final class CallBounds {
    private final ConcurrentHashMap<TokenHash, Integer> open = new ConcurrentHashMap<>();
    private final AtomicInteger ofNodes = new AtomicInteger();
    private final HttpLimits limits;

    CallBounds(HttpLimits limits) {
        this.limits = limits;
    }

    /** Whether one more call fits; if so it is counted until {@link #leave}. */
    boolean enter(Token token) {
        boolean node = token.role() == Role.NODE;
        int most = node ? limits.callsPerNode() : limits.callsPerPerson();
        if (node && ofNodes.incrementAndGet() > limits.callsOfNodes()) {
            ofNodes.decrementAndGet();
            return false;
        }
        boolean[] entered = new boolean[1];
        open.compute(token.hash(), (hash, count) -> {
            int now = count == null ? 0 : count;
            entered[0] = now < most;
            return entered[0] ? Integer.valueOf(now + 1) : count;
        });
        if (node && !entered[0]) {
            ofNodes.decrementAndGet();
        }
        return entered[0];
    }

    void leave(Token token) {
        if (token.role() == Role.NODE) {
            ofNodes.decrementAndGet();
        }
        open.computeIfPresent(token.hash(), (hash, count) -> count <= 1 ? null : count - 1);
    }
}
