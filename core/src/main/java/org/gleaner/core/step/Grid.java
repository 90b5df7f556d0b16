package org.gleaner.core.step;

import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Decision;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Question;
import org.gleaner.core.placing.Observer;
import org.gleaner.core.view.Queries;

/**
 * The brain: {@code decide} turns a command into events and replies and changes nothing; {@code apply} alone changes
 * the state. Reads no clock, draws no randomness of its own, does no I/O.
 */
public final class Grid {
    private Grid() {}

    public static void apply(GridState state, GridEvent event) {
        state.apply(event);
    }

    public static Decision decide(
            GridState state, Address address, Command command, Instant now, RandomGenerator random) {
        if (command instanceof Question question) {
            return Decision.reply(address, new Queries(state.roster(), state.access(), now).answer(question));
        }
        Decision decision = new Decisions(state.roster(), state.access(), address, now, random).decide(command);
        if (!(decision instanceof Decision.Accepted accepted)) {
            return decision;
        }
        List<GridEvent> events = Observer.watch(state.roster(), accepted.events(), now);
        return events == accepted.events()
                ? decision
                : new Decision.Accepted(events, accepted.replies(), accepted.then());
    }
}
