package org.gleaner.simulator.checker;

import java.util.TreeMap;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.Requirements;

/** What is started on a node fits on it beside what it already has; attempts of one lane share one reservation. */
public final class ReservedWithinCapacity implements Checker {
    @Override
    public void committed(GridEvent.Hard event, Ledger before) {
        Beginning begins = Beginning.of(event);
        if (begins != null) {
            check(before, begins);
        }
    }

    private void check(Ledger ledger, Beginning begins) {
        NodeId id = begins.node();
        LedgerJob begun = ledger.job(begins.attempt().job());
        if (begun == null) {
            return;
        }
        Requirements needs = begun.spec().needs();
        Ledger.Node node = ledger.nodes().get(id);
        if (node == null) {
            throw violation("work was given to " + id + ", which is not known");
        }
        TreeMap<Integer, Requirements> lanes = ledger.lanes(id);
        Requirements shared = lanes.put(begins.lane(), needs);
        if (shared != null && !shared.equals(needs)) {
            throw violation("lane " + begins.lane() + " of " + id + " is shared by " + shared + " and " + needs);
        }
        int slots = 0;
        long memory = 0;
        for (Requirements one : lanes.values()) {
            slots += one.cores();
            memory += node.capacity().memoryFor(one).bytes();
        }
        if (lanes.size() > 1 && lanes.values().stream().anyMatch(Requirements::exclusive)) {
            throw violation(id + " was given " + lanes + ", of which one must be alone");
        }
        if (slots > node.capacity().slots() || memory > node.capacity().memory().bytes()) {
            throw violation(id + " with " + node.capacity() + " was given " + lanes);
        }
    }
}
