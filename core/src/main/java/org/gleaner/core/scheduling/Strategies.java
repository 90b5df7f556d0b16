package org.gleaner.core.scheduling;

import java.util.List;

/** Strategies by name. */
public final class Strategies {
    private static final List<Strategy> ALL = List.of(
            new FifoStrategy(),
            new BalancedStrategy(),
            new UptimeStrategy(),
            new MixedStrategy(),
            new SurvivalStrategy(),
            new QuantileStrategy());

    private Strategies() {}

    public static List<String> names() {
        return ALL.stream().map(Strategy::name).toList();
    }

    /** An {@link IllegalArgumentException} names those that exist. */
    public static Strategy named(String name) {
        for (Strategy strategy : ALL) {
            if (strategy.name().equals(name)) {
                return strategy;
            }
        }
        throw new IllegalArgumentException(
                "there is no strategy '" + name + "'; there are " + String.join(", ", names()));
    }
}
