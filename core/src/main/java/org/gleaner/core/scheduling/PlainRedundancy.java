package org.gleaner.core.scheduling;

import java.util.Comparator;
import java.util.Optional;

/** Always: the task with the fewest copies, then the one that runs longest. */
final class PlainRedundancy implements Redundancy {
    private static final Comparator<Underway> FEWEST_COPIES = Comparator.<Underway>comparingInt(
                    one -> one.copies().size())
            .thenComparing(Underway::since)
            .thenComparing(Underway::task);

    @Override
    public String name() {
        return "plain";
    }

    @Override
    public Comparator<Underway> order() {
        return FEWEST_COPIES;
    }

    @Override
    public Optional<Underway> choose(CopyRequest request) {
        return request.running().hasNext() ? Optional.of(request.running().next()) : Optional.empty();
    }
}
