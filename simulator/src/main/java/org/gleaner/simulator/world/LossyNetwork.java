package org.gleaner.simulator.world;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.ahead.Timeline;

/** Carries messages between each machine and the server: late, twice, in another order, or never. */
public final class LossyNetwork {
    /** What may become of a message; whoever counts faults is told. */
    public enum Fate {
        DROPPED,
        CUT,
        DUPLICATED,
        LATE,
        PARTITIONED
    }

    /** Told of everything that did not simply arrive. */
    @FunctionalInterface
    public interface Listener {
        void happened(Fate fate, boolean towardsServer);
    }

    private static final Duration FASTEST = Duration.ofNanos(200_000);
    private static final Duration USUAL = Duration.ofMillis(30);
    private static final Duration NOTICED = Duration.ofSeconds(2);

    private final Timeline timeline;
    private final Chance chance;
    private final Listener listener;
    private NetworkFaults faults;
    private final List<Instant> deafUntil = new ArrayList<>();
    private final List<Instant> muteUntil = new ArrayList<>();
    private final List<Pipe> pipes = new ArrayList<>();

    private record Message(Runnable arrival, Runnable broken) {}

    /** One direction of a line that looks alive and lets nothing through; what is sent waits in it. */
    private static final class Pipe {
        private boolean clogged;
        private final List<Message> held = new ArrayList<>();
    }

    public LossyNetwork(Timeline timeline, Chance chance, NetworkFaults faults, Listener listener) {
        this.timeline = timeline;
        this.chance = chance;
        this.faults = faults;
        this.listener = listener;
    }

    /** A new machine on the network; returns the number of its line. */
    public int join() {
        deafUntil.add(Instant.MIN);
        muteUntil.add(Instant.MIN);
        pipes.add(new Pipe());
        pipes.add(new Pipe());
        return deafUntil.size() - 1;
    }

    /** Nothing from this line reaches the server for so long. */
    public void mute(int line, Duration span) {
        muteUntil.set(line, timeline.now().plus(span));
    }

    /** Nothing from the server reaches this line for so long. */
    public void deafen(int line, Duration span) {
        deafUntil.set(line, timeline.now().plus(span));
    }

    public int lines() {
        return deafUntil.size();
    }

    private Pipe pipe(int line, boolean towardsServer) {
        return pipes.get(2 * line + (towardsServer ? 0 : 1));
    }

    /** From now on nothing comes through in this direction, and nobody notices. */
    public void clog(int line, boolean towardsServer) {
        pipe(line, towardsServer).clogged = true;
    }

    /** All that was held back arrives within a moment, in the order in which it was sent. */
    public void unclog(int line) {
        for (boolean towardsServer : new boolean[] {true, false}) {
            free(line, towardsServer).forEach(one -> timeline.after(FASTEST, one.arrival()));
        }
    }

    /** The connections turn out to be dead: what was held back is lost, and its callers notice, or some of them. */
    public void reset(int line) {
        for (boolean towardsServer : new boolean[] {true, false}) {
            for (Message one : free(line, towardsServer)) {
                if (chance.happens(0.5)) {
                    timeline.after(FASTEST, one.broken());
                }
            }
        }
    }

    private List<Message> free(int line, boolean towardsServer) {
        Pipe pipe = pipe(line, towardsServer);
        List<Message> held = List.copyOf(pipe.held);
        pipe.clogged = false;
        pipe.held.clear();
        return held;
    }

    /** No more faults; partitions end. */
    public void heal() {
        faults = NetworkFaults.NONE;
        for (int line = 0; line < lines(); line++) {
            unclog(line);
        }
        deafUntil.replaceAll(any -> Instant.MIN);
        muteUntil.replaceAll(any -> Instant.MIN);
    }

    /** @param broken what the caller notices if the connection breaks; it may also notice nothing at all */
    public void toServer(int line, Runnable arrival, Runnable broken) {
        carry(line, true, new Message(arrival, broken));
    }

    public void fromServer(int line, Runnable arrival, Runnable broken) {
        carry(line, false, new Message(arrival, broken));
    }

    private void carry(int line, boolean towardsServer, Message message) {
        Pipe pipe = pipe(line, towardsServer);
        if (pipe.clogged) {
            pipe.held.add(message);
            return;
        }
        Instant blockedUntil = (towardsServer ? muteUntil : deafUntil).get(line);
        if (blockedUntil.isAfter(timeline.now())) {
            listener.happened(Fate.PARTITIONED, towardsServer);
            return;
        }
        if (chance.happens(faults.drop())) {
            listener.happened(Fate.DROPPED, towardsServer);
            return;
        }
        if (chance.happens(faults.cut())) {
            listener.happened(Fate.CUT, towardsServer);
            timeline.after(chance.between(FASTEST, NOTICED), message.broken());
            return;
        }
        timeline.after(delay(towardsServer), message.arrival());
        if (chance.happens(faults.duplicate())) {
            listener.happened(Fate.DUPLICATED, towardsServer);
            timeline.after(delay(towardsServer), message.arrival());
        }
    }

    private Duration delay(boolean towardsServer) {
        if (chance.happens(faults.late())) {
            listener.happened(Fate.LATE, towardsServer);
            return chance.between(USUAL, faults.latest());
        }
        return chance.between(FASTEST, USUAL);
    }
}
