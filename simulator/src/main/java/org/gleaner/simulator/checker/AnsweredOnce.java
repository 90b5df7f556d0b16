package org.gleaner.simulator.checker;

import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.AddressedCommand;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Command;
import org.gleaner.core.id.NodeId;

/** Every call is answered once: at once, or, if it is a sync that is held open, later. Only one per node is held. */
public final class AnsweredOnce implements Checker {
    private final TreeMap<Long, NodeId> held = new TreeMap<>();

    @Override
    public void ran(BatchRun batch) {
        Set<Long> asked = new HashSet<>();
        for (AddressedCommand one : batch.commands()) {
            asked.add(one.address().number());
        }
        for (AddressedReply one : batch.result().replies()) {
            Address address = one.address();
            if (!asked.remove(address.number()) && held.remove(address.number()) == null) {
                throw violation("nobody waits at " + address + " for " + one.reply());
            }
        }
        for (AddressedCommand one : batch.commands()) {
            if (asked.contains(one.address().number())) {
                if (!(one.command() instanceof Command.Sync sync)) {
                    throw violation("there was no answer to " + one.command());
                }
                held.put(one.address().number(), sync.node());
            }
        }
        Set<NodeId> nodes = new HashSet<>(held.values());
        if (nodes.size() != held.size()) {
            throw violation("two calls of one node are held open: " + held);
        }
    }

    @Override
    public void crashed() {
        held.clear();
    }
}
