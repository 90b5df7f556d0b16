package org.gleaner.core.ahead;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.gleaner.core.grid.Address;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Held;
import org.jspecify.annotations.Nullable;

/** A machine with its agent: in which life it is and what it has to do. Confined to one {@link VirtualPool}. */
final class VirtualMachine {
    /** What the machine does one after the other, the first of it first. */
    static final class Lane {
        final ArrayDeque<AttemptId> attempts = new ArrayDeque<>();
        /** Whether the first of its attempts runs; when it began and will be through. */
        boolean running;

        long began;
        long ends;
        /** Grows whenever an end is planned, so that one that no longer counts is told from the next. */
        int run;
    }

    final int number;
    final Address address;
    /** What it offers in this life. */
    Capacity capacity = Capacity.NOTHING;

    /** Null before its first life. */
    @Nullable
    NodeId node;

    int incarnation;
    long sequence;
    /** The number of its life: that in which it is up, or the next one. */
    int life;

    boolean up;
    /** Whether a call of it is open, by which it can be given something to do. */
    boolean calling;

    long upUntil;
    final TreeMap<Integer, Lane> lanes = new TreeMap<>();

    VirtualMachine(int number) {
        this.number = number;
        this.address = new Address(number);
    }

    NodeId id() {
        return Objects.requireNonNull(node, "the machine was never up");
    }

    Lane lane(int wanted) {
        return lanes.computeIfAbsent(wanted, one -> new Lane());
    }

    /** The lane in which an attempt of the task is; null: none. */
    @Nullable
    Lane laneOf(TaskId task) {
        for (Lane lane : lanes.values()) {
            for (AttemptId attempt : lane.attempts) {
                if (attempt.task().equals(task)) {
                    return lane;
                }
            }
        }
        return null;
    }

    List<Held> holds() {
        List<Held> holds = new ArrayList<>();
        for (Lane lane : lanes.values()) {
            boolean first = true;
            for (AttemptId attempt : lane.attempts) {
                holds.add(Held.of(attempt, first ? Held.State.RUNNING : Held.State.QUEUED));
                first = false;
            }
        }
        return holds;
    }

    /** Whether one more lane could have something to do. */
    boolean hasFreeSlot() {
        int busy = 0;
        for (Lane lane : lanes.values()) {
            busy += lane.attempts.isEmpty() ? 0 : 1;
        }
        return busy < capacity.slots();
    }
}
