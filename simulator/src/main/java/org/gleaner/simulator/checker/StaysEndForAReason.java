package org.gleaner.simulator.checker;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.AddressedCommand;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.id.NodeId;

/**
 * A stay of a node ends once, and only when its agent names another one or an attempt was evicted: no partition, frozen
 * machine, update of the agent, lost reply or restart of the server does that.
 */
public final class StaysEndForAReason implements Checker {
    /** The stays that agents named in this batch, by the node that they are known as, and of those who join. */
    private final Map<NodeId, ArrayDeque<String>> said = new TreeMap<>();

    private final ArrayDeque<String> joining = new ArrayDeque<>();

    private final Map<NodeId, String> stays = new TreeMap<>();
    private final TreeSet<NodeId> mayEnd = new TreeSet<>();
    /**
     * Nodes that named another stay which the server took for a past one: it remembers those only until it restarts,
     * and a word of an old life that comes after that may be taken for the newer one, until the next introduction.
     */
    private final TreeSet<NodeId> named = new TreeSet<>();

    @Override
    public void before(List<AddressedCommand> commands, Ledger ledger, Duration awake) {
        said.clear();
        joining.clear();
        mayEnd.clear();
        for (AddressedCommand one : commands) {
            if (one.command() instanceof Command.Introduce introduce) {
                NodeId known = introduce.known();
                ArrayDeque<String> names =
                        known == null ? joining : said.computeIfAbsent(known, node -> new ArrayDeque<>());
                names.add(introduce.introduction().stay().id());
            }
        }
    }

    @Override
    public void committed(GridEvent.Hard event, Ledger before) {
        if (event instanceof GridEvent.NodeIntroduced introduced) {
            String name = said.getOrDefault(introduced.node(), joining).remove();
            String last = stays.put(introduced.node(), name);
            if (last != null && !name.equals(last)) {
                named.add(introduced.node());
            }
        } else if (event instanceof GridEvent.AttemptEnded end && end.report().outcome() == Outcome.EVICTED) {
            mayEnd.add(end.node());
        } else if (event instanceof GridEvent.StayEnded end
                && !named.remove(end.node())
                && !mayEnd.remove(end.node())) {
            throw violation("the stay of " + end.node() + " ended at " + end.to() + ", but nothing had ended it");
        }
    }
}
