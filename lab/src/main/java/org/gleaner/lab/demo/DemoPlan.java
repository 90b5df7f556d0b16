package org.gleaner.lab.demo;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Every number of the demo, in one place. */
final class DemoPlan {
    static final int AGENTS = 3;
    static final int SLOTS = 2;

    /** The agent and then the server are killed when so many tiles are done. */
    static final int AGENT_DIES_AT = Mosaic.TILES / 5;

    static final int SERVER_DIES_AT = Mosaic.TILES * 11 / 20;
    static final Duration SERVER_AWAY = Duration.ofSeconds(2);

    /** What the picture may take at most; a machine that is slow or busy computes it less fine. */
    static final Duration PICTURE_TIME = Duration.ofSeconds(100);

    static final int FINEST = 4;

    /** Tables of the second job, and how many of them its script can't serve. */
    static final int TABLES = 40;

    static final int FAILING = 10;

    static final Duration LOOK_EVERY = Duration.ofMillis(500);
    static final Duration PLAIN_LINE_EVERY = Duration.ofSeconds(10);
    /** A process that is not ready, or a node not noticed, by then never will be. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    static final Duration LONGEST_COMMAND = Duration.ofMinutes(3);
    static final Duration LONGEST_PICTURE = Duration.ofMinutes(15);

    private DemoPlan() {}

    /**
     * How fine the picture can be.
     *
     * @param coarse what one tile took at the coarsest
     * @param load how many others want a core; tasks come behind all of them
     */
    static int fineness(Duration coarse, int cores, double load) {
        double share = cores / (cores + Math.max(0, load));
        double atOnce = share * Math.min(cores, AGENTS * SLOTS);
        double seconds = Math.max(1, coarse.toMillis()) / 1000.0 * Mosaic.TILES / atOnce;
        return (int) Math.max(1, Math.min(FINEST, Math.sqrt(PICTURE_TIME.toSeconds() / seconds)));
    }

    /** Shorter than the defaults, so that nobody waits a minute for a dead machine to be noticed. */
    static Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("long-call", "1s");
        settings.put("suspect-after", "3s");
        settings.put("lost-after", "6s");
        settings.put("chunk-time", "1s");
        return settings;
    }
}
