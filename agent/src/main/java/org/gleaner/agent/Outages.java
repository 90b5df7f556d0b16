package org.gleaner.agent;

import java.util.LinkedHashSet;
import java.util.Set;
import org.gleaner.core.id.AttemptId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What keeps the agent from its server at the moment: one line in the log when it begins and when it ends, not one per
 * call, and a sentence for whoever asks how the agent is. Thread-safe.
 */
final class Outages {
    private static final Logger LOG = LoggerFactory.getLogger(Outages.class);
    private static final String FULL = "The server's disk is full; results wait here until there is room.";

    private String away = "";
    /** Whose results wait. */
    private final Set<AttemptId> waiting = new LinkedHashSet<>();

    /** A call of an agent that has joined came to nothing. */
    synchronized void away(String why) {
        begin(why, "Tasks keep running; the agent retries.");
    }

    /** An agent that never joined was not heard: most often the address is wrong, so what to do is said too. */
    synchronized void notJoined(String why, String remedy) {
        begin(why + " " + remedy, "The agent has not joined yet; it retries.");
    }

    private void begin(String why, String meanwhile) {
        if (away.isEmpty()) {
            LOG.warn("{} {}", why, meanwhile);
        }
        away = why;
    }

    synchronized void back() {
        if (!away.isEmpty()) {
            LOG.info("the server is reachable again");
        }
        away = "";
    }

    /** The server has no room for its result, though it answers. */
    synchronized void full(AttemptId attempt) {
        boolean news = waiting.isEmpty();
        if (waiting.add(attempt) && news) {
            LOG.warn("{} Nothing is lost; the pool's admin must free some space.", FULL);
        }
    }

    /** Its result was taken, or nobody needs it any more. */
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
