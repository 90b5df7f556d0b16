package org.gleaner.core.scheduling;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.gleaner.core.observer.WorkSpread;

/**
 * Matches ranks: nodes by how much they can probably still do, and what is open by its length. A node whose reach
 * exceeds that of some part of what was given lately gets work whose length exceeds that of the same part of what is
 * open. So good nodes get long work and poor ones short work, and all lengths come to their end together.
 */
final class QuantileStrategy implements Strategy {
    /** As many starts must be known until the pool as it is counts no more than what was given. */
    private static final double ENOUGH_STARTS = 50;

    @Override
    public String name() {
        return "quantile";
    }

    @Override
    public boolean looksAhead() {
        return true;
    }

    @Override
    public Optional<Choice> choose(WorkRequest request) {
        double reach = PoolReach.of(request.asker());
        Candidate chosen = at(rank(reach, request.pool()), request.candidates().all());
        NodeYield onNode = new NodeYield(request.asker());
        double taken = request.asker().speed() * onNode.occupied(chosen.work());
        return Optional.of(Choice.byLength(chosen, Rule.SAME_RANK, new NodeReach(reach, taken)));
    }

    private static double rank(double reach, PoolView pool) {
        Standings.Rank recent = pool.standings().rank(reach);
        double now = pool.market().reach().below(reach);
        return (recent.of() * recent.below() + ENOUGH_STARTS * now) / (recent.of() + ENOUGH_STARTS);
    }

    /** The first, by length, behind which no more than the rest of the open work is. */
    private static Candidate at(double rank, List<Candidate> candidates) {
        int count = candidates.size();
        double[] length = new double[count];
        double[] work = new double[count];
        double all = 0;
        Integer[] order = new Integer[count];
        for (int i = 0; i < count; i++) {
            WorkSpread spread = candidates.get(i).work();
            length[i] = spread.mean();
            work[i] = Math.max(1, candidates.get(i).backlog().tasks()) * length[i];
            all += work[i];
            order[i] = i;
        }
        Arrays.sort(order, Comparator.comparingDouble(i -> length[i]));
        double sum = 0;
        for (int i : order) {
            sum += work[i];
            if (sum >= rank * all) {
                return candidates.get(i);
            }
        }
        return candidates.get(order[count - 1]);
    }

    /** Who waits is served in no order of worth, as what it gets follows from its rank. */
    @Override
    public Comparator<WaitingNode> nodeOrder() {
        return SPREAD;
    }
}
