package org.gleaner.core.grid;

import java.time.Duration;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Contact;
import org.gleaner.core.node.Duty;
import org.gleaner.core.node.NodeFacts;
import org.jspecify.annotations.Nullable;

/**
 * A node as it stands in the list of all.
 *
 * @param silence since the node was last heard; none if it was not heard since the server started
 */
public record NodeSummary(
        NodeId id,
        NodeFacts facts,
        Capacity capacity,
        int incarnation,
        Contact contact,
        @Nullable Duration silence,
        int slotsUsed,
        int attempts,
        Duty duty,
        Staying staying,
        Burden burden) {
    /** Where it stands, in one word. */
    public String state() {
        return state(duty, contact, attempts);
    }

    public boolean connected() {
        return contact.isThere();
    }

    public static String state(Duty duty, Contact contact, int attempts) {
        if (duty == Duty.DRAINING && attempts == 0) {
            return "drained";
        }
        if (duty != Duty.WORKING) {
            return duty.word();
        }
        return contact.word();
    }

    /**
     * Who uses a node.
     *
     * @param load share of its processor that others use, as last heard
     * @param suspended whether tasks rest there because somebody needs the machine
     * @param running how many tasks run there and do not rest
     * @param tasksLoad share of its processor that tasks use; nothing: that and what others use is not known
     * @param programs about how many programs others run there
     */
    public record Burden(
            double load,
            boolean suspended,
            int running,
            @Nullable Double tasksLoad,
            @Nullable Integer programs) {
        public static final Burden NONE = new Burden(0, false, 0, null, null);
    }

    /**
     * How long a node stays, in short.
     *
     * @param usual none if no stay has ended yet
     * @param chance how likely it stays {@link #MORE} longer; none while it is not there for tasks
     */
    public record Staying(
            @Nullable Duration usual, @Nullable Double chance) {
        public static final Duration MORE = Duration.ofHours(2);
    }
}
