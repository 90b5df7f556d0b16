package org.gleaner.core.scheduling;

import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;

/** A task of the type with the fewest running tasks; of the owner with the fewest where types are folded. */
final class BalancedStrategy implements Strategy {
    private static final Comparator<Candidate> BY_TYPE =
            Comparator.comparingInt(Candidate::runningOfType).thenComparing(Candidate::oldest);
    private static final Comparator<Candidate> BY_OWNER =
            Comparator.comparingInt(Candidate::runningOfOwner).thenComparing(Candidate::oldest);

    @Override
    public String name() {
        return "balanced";
    }

    @Override
    public Candidate choose(List<Candidate> candidates, Pool pool, RandomGenerator random) {
        return candidates.stream().min(pool.foldsTypes() ? BY_OWNER : BY_TYPE).orElseThrow();
    }

    @Override
    public Comparator<ParkedNode> nodeOrder() {
        return SPREAD;
    }
}
