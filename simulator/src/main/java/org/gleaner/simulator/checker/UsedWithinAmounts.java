package org.gleaner.simulator.checker;

import java.util.Map;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.Amounts;

/** Nothing starts that uses more of what is counted than is left in the pool, or on its node if that has it. */
public final class UsedWithinAmounts implements Checker {
    @Override
    public void committed(GridEvent.Hard event, Ledger before) {
        Beginning begins = Beginning.of(event);
        if (begins != null) {
            check(before, begins);
        }
    }

    private void check(Ledger ledger, Beginning begins) {
        NodeId id = begins.node();
        LedgerJob job = ledger.job(begins.attempt().job());
        Ledger.Node node = ledger.nodes().get(id);
        // Attempts of one lane follow each other, and what the first one got is enough.
        if (job == null || node == null || ledger.lanes(id).containsKey(begins.lane())) {
            return;
        }
        Amounts licences = ledger.licences();
        for (Map.Entry<String, Integer> use : job.spec().needs().uses().counts().entrySet()) {
            String name = use.getKey();
            boolean ofPool = licences.names(name);
            int all = (ofPool ? licences : node.facts().abilities().provides()).of(name);
            int used = ofPool ? ledger.used(name) : ledger.used(name, id);
            if (used + use.getValue() > all) {
                throw violation(begins.attempt() + " began on " + id + " with " + use + ", where " + used + " of " + all
                        + " are in use" + (ofPool ? " in the pool" : ""));
            }
        }
    }
}
