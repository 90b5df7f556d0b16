package org.gleaner.core.scheduling;

import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;

/** The oldest job first. */
final class FifoStrategy implements Strategy {
    @Override
    public String name() {
        return "fifo";
    }

    @Override
    public Candidate choose(List<Candidate> candidates, Pool pool, RandomGenerator random) {
        return candidates.stream().min(Comparator.comparing(Candidate::oldest)).orElseThrow();
    }

    @Override
    public Comparator<ParkedNode> nodeOrder() {
        return SPREAD;
    }
}
