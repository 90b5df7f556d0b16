package org.gleaner.server.http;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Token;

/**
 * Counts the calls that each holder of tokens has open, so that none takes the server from the others; those of all
 * nodes, whose calls are held open for long, so that some are left for people; those of all people, so that nodes can
 * always hand in results; and all together. Thread-safe.
 */
final class CallBounds {
    private static final int SHARE_KEPT_FOR_PEOPLE = 8;
    private static final int SHARE_KEPT_FOR_NODES = 4;

    private final ConcurrentHashMap<String, Integer> open = new ConcurrentHashMap<>();
    private final AtomicInteger ofAll = new AtomicInteger();
    private final AtomicInteger ofNodes = new AtomicInteger();
    private final AtomicInteger ofPeople = new AtomicInteger();
    private final int most;
    private final int perPerson;
    private final int perNode;

    private CallBounds(int most, int perPerson, int perNode) {
        this.most = most;
        this.perPerson = perPerson;
        this.perNode = perNode;
    }

    /** Of all calls. */
    static CallBounds calls(HttpLimits limits) {
        return new CallBounds(limits.calls(), limits.callsPerPerson(), limits.callsPerNode());
    }

    /** Of those that hold a file open: each takes a descriptor besides its connection's. */
    static CallBounds files(HttpLimits limits) {
        int each = Math.max(1, limits.files() / 2);
        return new CallBounds(limits.files(), each, each);
    }

    /** Whether one more call fits; if so it is counted until {@link #leave}. */
    boolean enter(Token token) {
        boolean node = token.role() == Role.NODE;
        int kept = most / (node ? SHARE_KEPT_FOR_PEOPLE : SHARE_KEPT_FOR_NODES);
        if (!enter(ofAll, most)) {
            return false;
        }
        if (!enter(node ? ofNodes : ofPeople, Math.max(1, most - kept))) {
            ofAll.decrementAndGet();
            return false;
        }
        boolean[] entered = new boolean[1];
        open.compute(token.holder(), (holder, count) -> {
            int now = count == null ? 0 : count;
            entered[0] = now < (node ? perNode : perPerson);
            return entered[0] ? Integer.valueOf(now + 1) : count;
        });
        if (!entered[0]) {
            uncount(node);
        }
        return entered[0];
    }

    private static boolean enter(AtomicInteger count, int most) {
        if (count.incrementAndGet() > most) {
            count.decrementAndGet();
            return false;
        }
        return true;
    }

    void leave(Token token) {
        uncount(token.role() == Role.NODE);
        open.computeIfPresent(token.holder(), (holder, count) -> count <= 1 ? null : count - 1);
    }

    private void uncount(boolean node) {
        ofAll.decrementAndGet();
        (node ? ofNodes : ofPeople).decrementAndGet();
    }
}
