package org.gleaner.core.step;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Decision;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Piece;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.SoftEvent;

/**
 * Carries out one command: decides it, applies its events, goes on with the steps it leads to, and at the end draws the
 * consequences. The server's {@link BatchStep} and the simulator do the very same.
 *
 * <p>Not thread-safe: confined to whoever calls it.
 */
public final class Execution {
    /** Hears what comes of a command, in the order in which it happens. */
    public interface Listener {
        void applied(GridEvent event);

        void replied(AddressedReply reply);

        /** A bug found while deciding; nothing follows from the command any more. */
        void failed(Address address, Command command, RuntimeException cause);
    }

    private static final Command SETTLE = new Piece.Settle();
    private static final Command TELL = new Piece.TellDependants();

    /** Very many may hear of a job what changes nothing for them: that costs little, but not nothing. */
    private static final int LOOKS_AS_AN_EVENT = 10;

    private final RandomGenerator random;
    private final Listener listener;
    private final Deque<Command> open = new ArrayDeque<>();
    /** How much more may follow for jobs that wait for others. */
    private int patience = Integer.MAX_VALUE;

    public Execution(RandomGenerator random, Listener listener) {
        this.random = random;
        this.listener = listener;
    }

    /**
     * From now on no more events than about this follow for jobs that wait for others. What is left over is done at the
     * end of later commands: thousands of jobs may each wait for the one before.
     */
    void limit(int events) {
        patience = events;
    }

    boolean hasLeftOver(GridState state) {
        return patience <= 0 && state.hasUntold();
    }

    /** An exception out of this is a bug in {@code apply}: the state can't be trusted any more. */
    public void run(GridState state, Address address, Command command, Instant now) {
        open.clear();
        open.add(command);
        while (!open.isEmpty()) {
            Command next = open.remove();
            Decision decision;
            try {
                decision = Grid.decide(state, address, next, now, random);
            } catch (RuntimeException e) {
                listener.failed(address, next, e);
                return;
            }
            if (decision instanceof Decision.Refused refused) {
                // An earlier step of the command may have changed something, and its consequences are still due.
                listener.replied(new AddressedReply(address, new Reply.Refused(refused.why())));
                open.clear();
            } else if (decision instanceof Decision.Accepted accepted) {
                patience -= next == TELL ? cost(accepted.events()) : 0;
                follow(state, accepted);
            }
            if (open.isEmpty() && state.hasConsequences()) {
                open.add(SETTLE);
            } else if (open.isEmpty() && patience > 0 && state.hasUntold()) {
                open.add(TELL);
            }
        }
    }

    private static int cost(List<GridEvent> told) {
        int looks = 0;
        for (GridEvent event : told) {
            looks += event instanceof SoftEvent.DependantsTold one ? one.dependants() : 0;
        }
        return told.size() + looks / LOOKS_AS_AN_EVENT;
    }

    private void follow(GridState state, Decision.Accepted accepted) {
        // By number: this runs for every step of every command, and an iterator is one more object.
        List<GridEvent> events = accepted.events();
        for (int i = 0; i < events.size(); i++) {
            Grid.apply(state, events.get(i));
            listener.applied(events.get(i));
        }
        List<AddressedReply> replies = accepted.replies();
        for (int i = 0; i < replies.size(); i++) {
            listener.replied(replies.get(i));
        }
        List<Piece> then = accepted.then();
        for (int i = then.size() - 1; i >= 0; i--) {
            open.addFirst(then.get(i));
        }
    }
}
