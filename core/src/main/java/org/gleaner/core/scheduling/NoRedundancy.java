package org.gleaner.core.scheduling;

import java.util.Comparator;
import java.util.Optional;

/** Every task runs on one node at a time. */
final class NoRedundancy implements Redundancy {
    @Override
    public String name() {
        return "off";
    }

    @Override
    public Comparator<Underway> order() {
        return Comparator.comparing(Underway::task);
    }

    @Override
    public Optional<Underway> choose(CopyRequest request) {
        return Optional.empty();
    }
}
