package org.gleaner.core.ahead;

import java.util.List;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.message.Introduction;
import org.jspecify.annotations.Nullable;

/**
 * How things will go: when machines come and go, how long tasks take, what is submitted. Times are milliseconds from
 * the begin. It is decided before anybody asks, so that every rule that is tried meets the same.
 */
public interface Course {
    /** Instead of a time: not any more. */
    long NEVER = Long.MAX_VALUE;

    /**
     * A machine that is there at the begin, and what it does.
     *
     * @param live its attempts in the order in which it runs them
     */
    record Present(NodeId node, int incarnation, List<StoredJob.LiveRow> live) {
        public Present {
            live = List.copyOf(live);
        }
    }

    /** How many there are; they are called by their numbers from 0 on. */
    int machines();

    /** As which the machine is there at the begin; null: it comes. One that is there is so in its life 0. */
    default @Nullable Present present(int machine) {
        return null;
    }

    /** As which the grid knows the machine; null: it never came before. */
    default @Nullable NodeId known(int machine) {
        Present present = present(machine);
        return present == null ? null : present.node();
    }

    /** When a life of the machine begins, the first being 0; {@link #NEVER} if there are fewer. */
    long begins(int machine, int life);

    /** When it ends; {@link #NEVER} if the machine stays. */
    long ends(int machine, int life);

    Introduction introduction(int machine, int life);

    /**
     * How long an attempt takes on the machine, from its begin; one that runs already takes longer than it has run.
     *
     * @param at when it begins, or began
     */
    long takes(int machine, AttemptId attempt, long at);

    /** Whether attempts on one machine slow each other down: then what was said of them changes with each. */
    default boolean isShared() {
        return false;
    }

    /** How long one that runs takes, from its begin, now that something began or ended beside it. */
    default long takesByNow(int machine, AttemptId attempt) {
        throw new IllegalArgumentException("each takes as long as was said");
    }

    /** How long nobody looks around unless something happens, at a time in milliseconds. */
    default long pause(long now) {
        return 60_000;
    }

    /** When the submission of this number arrives, the first being 0; {@link #NEVER} if there are fewer. */
    default long arrives(int submission) {
        return NEVER;
    }

    default Command submission(int number) {
        throw new IllegalArgumentException("nothing arrives");
    }
}
