package org.gleaner.simulator.faults;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import org.gleaner.core.ahead.Timeline;
import org.gleaner.core.grid.GridEvent;

/** The last things that happened, for whoever looks for a cause, and the hash of all events, which proves a replay. */
public final class Trace {
    private static final int REMEMBERED = 80;
    private static final int LONGEST = 400;

    private record Entry(Instant at, String who, Object what) {}

    private final Timeline timeline;
    private final Deque<Entry> last = new ArrayDeque<>();
    private final MessageDigest digest;
    private long events;

    public Trace(Timeline timeline) {
        this.timeline = timeline;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** @param what turned into text only if it is looked at */
    public void note(String who, Object what) {
        if (last.size() == REMEMBERED) {
            last.removeFirst();
        }
        last.add(new Entry(timeline.now(), who, what));
    }

    public void committed(GridEvent.Hard event) {
        events++;
        digest.update((Duration.between(Timeline.BEGIN, timeline.now()).toNanos() + text(event))
                .getBytes(StandardCharsets.UTF_8));
        note("durable", event);
    }

    /** All of an event, but for the two most common ones only what tells them apart: texts take time. */
    private static String text(GridEvent.Hard event) {
        if (event instanceof GridEvent.AttemptAssigned assigned) {
            return "+" + assigned.attempt() + assigned.node() + assigned.lane();
        }
        if (event instanceof GridEvent.AttemptEnded ended) {
            return "-" + ended.attempt() + ended.report().outcome()
                    + ended.report().digest() + ended.then();
        }
        return event.toString();
    }

    public long events() {
        return events;
    }

    /** The hash of all events and of when they became durable; ends the trace. */
    public String hash() {
        return HexFormat.of().formatHex(digest.digest());
    }

    public List<String> last() {
        List<String> lines = new ArrayList<>();
        for (Entry entry : last) {
            String text = String.valueOf(entry.what());
            lines.add(Duration.between(Timeline.BEGIN, entry.at()) + "  " + entry.who() + "  "
                    + (text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text));
        }
        return lines;
    }
}
