package org.gleaner.server.http;

import java.util.concurrent.ConcurrentHashMap;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Token;
import org.gleaner.core.grid.TokenHash;

/** Counts the calls that each token has open, so that no holder takes the server from the others. Thread-safe. */
final class CallBounds {
    private final ConcurrentHashMap<TokenHash, Integer> open = new ConcurrentHashMap<>();
    private final HttpLimits limits;

    CallBounds(HttpLimits limits) {
        this.limits = limits;
    }

    /** Whether one more call fits; if so it is counted until {@link #leave}. */
    boolean enter(Token token) {
        int most = token.role() == Role.NODE ? limits.callsPerNode() : limits.callsPerPerson();
        boolean[] entered = new boolean[1];
        open.compute(token.hash(), (hash, count) -> {
            int now = count == null ? 0 : count;
            entered[0] = now < most;
            return entered[0] ? Integer.valueOf(now + 1) : count;
        });
        return entered[0];
    }

    void leave(Token token) {
        open.computeIfPresent(token.hash(), (hash, count) -> count <= 1 ? null : count - 1);
    }
}
