package org.gleaner.core.scheduling;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A task of the type with the fewest running tasks; of the owner with the fewest where types are folded. */
final class BalancedStrategy implements Strategy {
    private static final Comparator<Candidate> BY_TYPE =
            (one, other) -> first(one, other, one.runningOfType() - other.runningOfType());
    private static final Comparator<Candidate> BY_OWNER =
            (one, other) -> first(one, other, one.runningOfOwner() - other.runningOfOwner());

    /** Counts are never negative, so their difference can't overflow. */
    private static int first(Candidate one, Candidate other, int difference) {
        return difference != 0 ? difference : one.oldest().compareTo(other.oldest());
    }

    @Override
    public String name() {
        return "balanced";
    }

    @Override
    public Optional<Choice> choose(WorkRequest request) {
        boolean folds = request.pool().foldsTypes();
        List<Candidate> rivals = request.rivals();
        Candidate next = Collections.min(rivals, folds ? BY_OWNER : BY_TYPE);
        Rule folded = rivals.size() == 1 ? Rule.OLDEST : Rule.FEWEST_OF_OWNER;
        return Optional.of(new Choice(next, folds ? folded : Rule.FEWEST_RUNNING));
    }

    @Override
    public Comparator<WaitingNode> nodeOrder() {
        return SPREAD;
    }
}
