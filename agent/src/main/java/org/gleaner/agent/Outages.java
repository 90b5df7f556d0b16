package org.gleaner.agent;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.gleaner.core.id.AttemptId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What keeps the agent from its server at the moment: one line in the log when it begins, when its cause changes and
 * when it ends, not one per call, and a sentence for whoever asks how the agent is. Thread-safe.
 */
final class Outages {
    private static final Logger LOG = LoggerFactory.getLogger(Outages.class);
    private static final String FULL = "The server's disk is full; results wait here until there is room.";

    /** The same cause is not told more often. */
    private static final Duration PAUSE = Duration.ofMinutes(1);

    private final LongSupplier nanos;
    private String away = "";
    /** When a cause was told in this outage. */
    private final Map<String, Long> told = new HashMap<>();
    /** Whose results wait. */
    private final Set<AttemptId> waiting = new LinkedHashSet<>();

    Outages() {
        this(System::nanoTime);
    }

    Outages(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** A call of an agent that has joined came to nothing. */
    synchronized void away(String why) {
        begin(why, "Tasks keep running; the agent retries.");
    }

    /** An agent that never joined was not heard: most often the address is wrong, so what to do is said too. */
    synchronized void notJoined(String why, String remedy) {
        begin(why + " " + remedy, "The agent has not joined yet; it retries.");
    }

    private void begin(String why, String meanwhile) {
        long now = nanos.getAsLong();
        told.values().removeIf(then -> now - then >= PAUSE.toNanos());
        if (!cause(why).equals(cause(away)) && told.putIfAbsent(cause(why), now) == null) {
            LOG.warn("{} {}", why, meanwhile);
        }
        away = why;
    }

    /** Without numbers: how long something takes is no other cause each time. */
    private static String cause(String why) {
        return why.replaceAll("[0-9]+", "#");
    }

    synchronized void back() {
        if (!away.isEmpty()) {
            LOG.info("the server is reachable again");
        }
        away = "";
        told.clear();
    }

    /** The server has no room for its result, though it answers. */
    synchronized void full(AttemptId attempt) {
        boolean news = waiting.isEmpty();
        if (waiting.add(attempt) && news) {
            LOG.warn("{} Nothing is lost; the pool's admin must free some space.", FULL);
        }
    }

    /** Its result is no longer here: nobody needs it, unless the server took it before. */
    synchronized void forgotten(AttemptId attempt) {
        if (waiting.remove(attempt) && waiting.isEmpty()) {
            LOG.info("no results are waiting for the server's disk; the last one is no longer needed");
        }
    }

    /** The server had room for its result. */
    synchronized void settled(AttemptId attempt) {
        if (waiting.remove(attempt) && waiting.isEmpty()) {
            LOG.info("the server's disk has room again; no results are waiting");
        }
    }

    /** What is wrong now; empty if nothing is. */
    synchronized String sentence() {
        return away.isEmpty() && !waiting.isEmpty() ? FULL : away;
    }
}
