package org.gleaner.core.agent;

import java.time.Duration;
import org.gleaner.core.message.Introduced;

/** What server and agent agreed on for this incarnation. */
record Agreement(int incarnation, Duration longCall, Duration killGrace) {
    /** No server makes us wait longer than this, whatever it says. */
    private static final Duration LONGEST_INTERVAL = Duration.ofMinutes(10);

    static Agreement of(Introduced answer) {
        return new Agreement(answer.incarnation(), bounded(answer.longCall()), bounded(answer.killGrace()));
    }

    /** Whether a call that is refused like this means that the server knows no such session. */
    static boolean isOver(String code) {
        return code.equals(AgentLogic.STALE_INCARNATION)
                || code.equals(AgentLogic.UNKNOWN_NODE)
                || code.equals(AgentLogic.UNAUTHENTICATED);
    }

    private static Duration bounded(Duration interval) {
        if (interval.isNegative()) {
            return Duration.ZERO;
        }
        return interval.compareTo(LONGEST_INTERVAL) < 0 ? interval : LONGEST_INTERVAL;
    }
}
