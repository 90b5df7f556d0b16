package org.gleaner.core.agent;

import java.time.Duration;

/**
 * The bounds of everything an agent waits for, repeats or remembers.
 *
 * @param commitDelay how long a result may wait for others to be committed with it
 * @param firstPause pause after the first failed call; it doubles up to {@code longestPause}
 * @param callLimit after this long (for a sync: on top of its patience) an unanswered call counts as failed
 * @param syncSpacing least time between two syncs when the first brought nothing new; it grows while that goes on
 * @param stopLimit how long an agent that was asked to stop tries to hand back what it holds
 * @param evictAfter how long attempts stay suspended before they are evicted, so that their memory is free
 * @param evictGrace time between asking an evicted attempt to end and killing it
 * @param mostReports reports in one commit call
 * @param mostCharacters about how long one commit call may be, unless a single report is longer
 * @param mostHeld attempts held at once; more are returned
 * @param remembered ended attempts remembered, so that a late order does not run them again; as many beyond
 *     {@code mostHeld} may wait for the server to be told that they don't run here
 */
public record AgentPolicy(
        Duration commitDelay,
        Duration firstPause,
        Duration longestPause,
        Duration callLimit,
        Duration syncSpacing,
        Duration stopLimit,
        Duration evictAfter,
        Duration evictGrace,
        int mostReports,
        int mostCharacters,
        int mostHeld,
        int remembered) {
    public static final AgentPolicy DEFAULT = new AgentPolicy(
            Duration.ofSeconds(1),
            Duration.ofMillis(500),
            Duration.ofSeconds(30),
            Duration.ofSeconds(15),
            Duration.ofMillis(200),
            Duration.ofSeconds(3),
            Duration.ofSeconds(60),
            Duration.ofSeconds(2),
            256,
            4 << 20,
            8192,
            4096);

    public AgentPolicy {
        if (mostReports < 1 || mostHeld < 1 || remembered < 0) {
            throw new IllegalArgumentException("an agent holds and reports at least one attempt");
        }
        if (evictAfter.isNegative() || evictGrace.isNegative()) {
            throw new IllegalArgumentException("nothing is evicted before it is suspended");
        }
    }

    public AgentPolicy withEvictAfter(Duration suspended) {
        return new AgentPolicy(
                commitDelay,
                firstPause,
                longestPause,
                callLimit,
                syncSpacing,
                stopLimit,
                suspended,
                evictGrace,
                mostReports,
                mostCharacters,
                mostHeld,
                remembered);
    }
}
