package org.gleaner.core.ahead;

import java.time.Duration;
import java.time.Instant;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is still to happen, in the order of its instant and, within one instant, of its scheduling: so that a
 * run can be repeated. Confined to one thread, like all of a simulated world.
 */
public final class Timeline {
    /** When invented worlds begin. */
    public static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

    /** The instant in two numbers: they are compared all the time, and what lies elsewhere in memory is slow. */
    private record Due(long second, int nano, long sequence, Runnable action) implements Comparable<Due> {
        @Override
        public int compareTo(Due other) {
            int byTime =
                    second != other.second ? Long.compare(second, other.second) : Integer.compare(nano, other.nano);
            return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
        }

        Instant at() {
            return Instant.ofEpochSecond(second, nano);
        }
    }

    private final PriorityQueue<Due> queue = new PriorityQueue<>();
    private Instant now;
    private long sequence;

    /** Of an invented world. */
    public Timeline() {
        this(BEGIN);
    }

    public Timeline(Instant begin) {
        this.now = begin;
    }

    /** True time, which no machine of the world knows. */
    public Instant now() {
        return now;
    }

    public void at(Instant instant, Runnable action) {
        Instant at = instant.isBefore(now) ? now : instant;
        queue.add(new Due(at.getEpochSecond(), at.getNano(), sequence++, action));
    }

    public void after(Duration delay, Runnable action) {
        at(now.plus(delay), action);
    }

    /** When the next thing is due, or null if nothing is to happen any more. */
    public @Nullable Instant next() {
        Due next = queue.peek();
        return next == null ? null : next.at();
    }

    /** Lets everything happen that is due until then. */
    public void runUntil(Instant end) {
        for (Due next = queue.peek(); next != null && !next.at().isAfter(end); next = queue.peek()) {
            queue.remove();
            now = next.at();
            next.action().run();
        }
        now = end;
    }

    /** How many things are still to happen. */
    public int size() {
        return queue.size();
    }
}
