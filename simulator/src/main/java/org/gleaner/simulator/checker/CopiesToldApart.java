package org.gleaner.simulator.checker;

import java.util.TreeMap;
import org.gleaner.core.grid.AddressedCommand;
import org.gleaner.core.grid.Command;
import org.gleaner.core.id.NodeId;

/** Two agents with one identity do not take turns for ever: but for one life of a node, none comes back twice. */
public final class CopiesToldApart implements Checker {
    private static final int FIRST_AND_ONE_RETURN = 2;

    private final TreeMap<NodeId, String> current = new TreeMap<>();
    private final TreeMap<NodeId, TreeMap<String, Integer>> arrivals = new TreeMap<>();

    @Override
    public void routed(AddressedCommand command, OnDisk disk, Ledger ledger) {
        if (command.command() instanceof Command.Introduce said
                && said.known() != null
                && !said.life().equals(current.put(said.known(), said.life()))) {
            TreeMap<String, Integer> lives = arrivals.computeIfAbsent(said.known(), node -> new TreeMap<>());
            lives.merge(said.life(), 1, Integer::sum);
            if (lives.values().stream()
                            .filter(count -> count > FIRST_AND_ONE_RETURN)
                            .count()
                    > 1) {
                throw violation("agents take turns as node " + said.known() + ": " + lives);
            }
        }
    }

    @Override
    public void crashed() {
        current.clear();
        arrivals.clear();
    }
}
