package org.gleaner.core.agent;

import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Growing, jittered pauses between calls to a server that does not answer. All calls share one, so that an agent with
 * much to say does not knock more often than one with little. Confined to {@link AgentLogic}.
 */
final class Backoff {
    /** A server that asks for a longer pause than this is not believed. */
    private static final Duration LONGEST_WISH = Duration.ofMinutes(5);

    private final AgentPolicy policy;
    private int failures;
    private Instant until = Instant.MIN;

    Backoff(AgentPolicy policy) {
        this.policy = policy;
    }

    boolean isOpen(Instant now) {
        return !now.isBefore(until);
    }

    Instant until() {
        return until;
    }

    /** Several calls that fail during one pause are one failure. */
    void failed(Instant now, @Nullable Duration wish, RandomGenerator random) {
        if (isOpen(now)) {
            Duration pause = policy.firstPause().multipliedBy(1L << Math.min(failures, 20));
            if (pause.compareTo(policy.longestPause()) > 0) {
                pause = policy.longestPause();
            }
            failures++;
            until = now.plusNanos((long) (pause.toNanos() * random.nextDouble(0.5, 1.0)));
        }
        if (wish != null) {
            Instant wished = now.plus(wish.compareTo(LONGEST_WISH) < 0 ? wish : LONGEST_WISH);
            if (wished.isAfter(until)) {
                until = wished;
            }
        }
    }

    /** A refusal that a new introduction may cure: at once the first time, with a pause if it repeats. */
    void refused(Instant now, RandomGenerator random) {
        if (failures == 0) {
            failures = 1;
        } else {
            failed(now, null, random);
        }
    }

    void succeeded() {
        failures = 0;
        until = Instant.MIN;
    }
}
