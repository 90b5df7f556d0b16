package org.gleaner.simulator.world;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

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

    /** No more faults; partitions end. */
    public void heal() {
        faults = NetworkFaults.NONE;
        deafUntil.replaceAll(any -> Instant.MIN);
        muteUntil.replaceAll(any -> Instant.MIN);
    }

    /** @param broken what the caller notices if the connection breaks; it may also notice nothing at all */
    public void toServer(int line, Runnable arrival, Runnable broken) {
        carry(true, muteUntil.get(line), arrival, broken);
    }

    public void fromServer(int line, Runnable arrival, Runnable broken) {
        carry(false, deafUntil.get(line), arrival, broken);
    }

    private void carry(boolean towardsServer, Instant blockedUntil, Runnable arrival, Runnable broken) {
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
            timeline.after(chance.between(FASTEST, NOTICED), broken);
            return;
        }
        timeline.after(delay(towardsServer), arrival);
        if (chance.happens(faults.duplicate())) {
            listener.happened(Fate.DUPLICATED, towardsServer);
            timeline.after(delay(towardsServer), arrival);
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
