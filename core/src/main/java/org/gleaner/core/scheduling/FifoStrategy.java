package org.gleaner.core.scheduling;

import java.util.Comparator;
import java.util.Optional;

/** The oldest job first. */
final class FifoStrategy implements Strategy {
    @Override
    public String name() {
        return "fifo";
    }

    @Override
    public Optional<Choice> choose(WorkRequest request) {
        return Optional.of(new Choice(request.candidates().oldest(), Rule.OLDEST));
    }

    @Override
    public Comparator<WaitingNode> nodeOrder() {
        return SPREAD;
    }
}
