package org.gleaner.core.scheduling;

import java.util.List;
import java.util.stream.Collectors;

/** Strategies by name. */
public final class Strategies {
    private static final List<Strategy> ALL = List.of(new FifoStrategy(), new BalancedStrategy());

    private Strategies() {}

    /** An {@link IllegalArgumentException} names those that exist. */
    public static Strategy named(String name) {
        for (Strategy strategy : ALL) {
            if (strategy.name().equals(name)) {
                return strategy;
            }
        }
        throw new IllegalArgumentException("there is no strategy '" + name + "'; there are "
                + ALL.stream().map(Strategy::name).collect(Collectors.joining(", ")));
    }
}
