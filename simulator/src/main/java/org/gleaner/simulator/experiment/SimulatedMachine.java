package org.gleaner.simulator.experiment;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.gleaner.core.grid.Address;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.node.Held;
import org.gleaner.simulator.scenario.TrialMachine;
import org.jspecify.annotations.Nullable;

/** A machine with its agent: what it is and what it has to do, the first of it first. Confined to one run. */
final class SimulatedMachine {
    final TrialMachine machine;
    final int index;
    final Address address;

    /** Null before its first life. */
    @Nullable
    NodeId node;

    int incarnation;
    long sequence;

    /** The number of its window: that in which it is up, or the next one. */
    int window;

    boolean up;
    long upUntil;
    final ArrayDeque<AttemptId> attempts = new ArrayDeque<>();
    /** Whether the first of its attempts runs; when it began and will be through. */
    boolean running;

    long began;

    long ends;
    /** Grows with each beginning, so that the end of a run that was stopped is told from that of the next. */
    int run;

    SimulatedMachine(TrialMachine machine, int index) {
        this.machine = machine;
        this.index = index;
        this.address = new Address(index);
    }

    NodeId id() {
        return Objects.requireNonNull(node, "the machine was never up");
    }

    List<Held> holds() {
        List<Held> holds = new ArrayList<>(attempts.size());
        for (AttemptId attempt : attempts) {
            holds.add(Held.of(attempt, holds.isEmpty() ? Held.State.RUNNING : Held.State.QUEUED));
        }
        return holds;
    }
}
