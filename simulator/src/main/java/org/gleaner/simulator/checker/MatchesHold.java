package org.gleaner.simulator.checker;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.node.Demand;
import org.gleaner.core.node.Match;
import org.gleaner.core.node.Mismatch;

/** Work is only given to nodes that have what it needs, as they last introduced themselves. */
public final class MatchesHold implements Checker {
    @Override
    public void committed(GridEvent.Hard event, Ledger before) {
        if (event instanceof GridEvent.AttemptAssigned assigned) {
            LedgerJob job = before.job(assigned.attempt().job());
            Ledger.Node node = before.nodes().get(assigned.node());
            if (job != null && node != null) {
                List<Mismatch> found = new ArrayList<>(
                        Match.mismatches(job.spec().type(), Demand.of(job.spec()), node.facts(), node.capacity()));
                // How fast it was in relation to the others then, the ledger does not know; no tag is a name here.
                found.addAll(Match.unmeant(
                        job.spec().needs().platform().machines(),
                        assigned.node(),
                        node.facts(),
                        Double.MAX_VALUE,
                        word -> false));
                if (!found.isEmpty()) {
                    throw violation(assigned.attempt() + " was given to " + assigned.node() + ": " + found);
                }
            }
        }
    }
}
