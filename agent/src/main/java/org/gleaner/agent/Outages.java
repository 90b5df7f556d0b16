package org.gleaner.agent;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.LongSupplier;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.job.Spans;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ProblemKind;
import org.gleaner.protocol.thread.LogPace;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What keeps the agent from its server at the moment: one line in the log when it begins, one a minute at most while
 * causes change and one when it ends, not one per call, and a sentence for whoever asks how the agent is. Thread-safe.
 */
final class Outages {
    private static final Logger LOG = LoggerFactory.getLogger(Outages.class);
    private static final String FULL = "The server's disk is full; results wait here until there is room.";
    private static final String MAKE_ROOM = "the pool's admin must free some space.";
    private static final String LOOK = "if it lasts, the pool's admin must look at the server.";

    private static final String TAKEN = "the server takes results again; none is waiting";

    private final LogPace calls;
    private final LogPace room;
    private final LogPace refusals;
    private String away = "";
    /** Whose results wait. */
    private final Set<AttemptId> waiting = new LinkedHashSet<>();
    /** Why they do. */
    private String why = FULL;
    /** Whether commits were refused for want of room. */
    private boolean commitsWait;

    Outages() {
        this(System::nanoTime);
    }

    Outages(LongSupplier nanos) {
        this.calls = new LogPace(nanos);
        this.room = new LogPace(nanos);
        this.refusals = new LogPace(nanos);
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
        if (calls.lasts(why)) {
            LOG.warn("{} {}", why, meanwhile);
        }
        away = why;
    }

    synchronized void back() {
        away = "";
        calls.ends().ifPresent(lasted -> LOG.info("the server is reachable again, after {}", Spans.text(lasted)));
    }

    /** The server does not take a call, and will not. */
    void refused(String why, String code) {
        if (refusals.happens(code + why)) {
            LOG.warn("the server refused a call: {} ({})", why, code);
        }
    }

    /** The server does not take its result for now, though it answers. */
    synchronized void waits(AttemptId attempt, Problem problem) {
        waiting.add(attempt);
        tell(problem.is(ProblemKind.DISK_FULL) ? FULL : problem.detail() + " Results wait here until it takes them.");
    }

    /** The server's disk is too full for results that travel with their commit. */
    synchronized void commitsFull() {
        commitsWait = true;
        tell(FULL);
    }

    private void tell(String cause) {
        why = cause;
        if (room.lasts(cause)) {
            LOG.warn("{} Nothing is lost; {}", cause, cause.equals(FULL) ? MAKE_ROOM : LOOK);
        }
    }

    /** Its result is no longer here: nobody needs it, unless the server took it before. */
    synchronized void forgotten(AttemptId attempt) {
        if (waiting.remove(attempt)) {
            taken("no results are waiting for the server; the last one is no longer needed");
        }
    }

    /** The server has its result. */
    synchronized void settled(AttemptId attempt) {
        if (waiting.remove(attempt)) {
            taken(TAKEN);
        }
    }

    /** The server has answered a commit. */
    synchronized void committed() {
        if (commitsWait) {
            commitsWait = false;
            taken(TAKEN);
        }
    }

    private void taken(String news) {
        if (waiting.isEmpty() && !commitsWait) {
            room.ends().ifPresent(lasted -> LOG.info("{}, after {}", news, Spans.text(lasted)));
        }
    }

    /** What is wrong now; empty if nothing is. */
    synchronized String sentence() {
        boolean waits = !waiting.isEmpty() || commitsWait;
        return away.isEmpty() && waits ? why : away;
    }
}
