package org.gleaner.protocol.message;

import java.util.List;

/**
 * What can be simulated, and what was.
 *
 * @param scenarios that come with the program
 * @param simulations the newest first, without their results
 */
public record SimulationList(
        List<String> scenarios, List<String> strategies, List<String> redundancy, List<SimulationView> simulations) {
    public SimulationList {
        scenarios = List.copyOf(scenarios);
        strategies = List.copyOf(strategies);
        redundancy = List.copyOf(redundancy);
        simulations = List.copyOf(simulations);
    }
}
