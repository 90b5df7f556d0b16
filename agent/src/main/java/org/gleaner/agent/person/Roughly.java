package org.gleaner.agent.person;

import java.time.Duration;

/** Durations as people say them. */
final class Roughly {
    private Roughly() {}

    /** Rounded down to the largest unit that fits: 45 s, 12 min, 3 h, 2 days. */
    static String text(Duration span) {
        long seconds = Math.max(0, span.toSeconds());
        if (seconds < 120) {
            return seconds + " s";
        }
        if (seconds < 2 * 3600) {
            return seconds / 60 + " min";
        }
        return seconds < 48 * 3600 ? seconds / 3600 + " h" : seconds / 86_400 + " days";
    }
}
