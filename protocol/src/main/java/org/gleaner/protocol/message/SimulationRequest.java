package org.gleaner.protocol.message;

import java.util.List;

/**
 * What somebody wants to have simulated.
 *
 * @param strategies to compare, each with each rule for copies
 * @param seed the first one
 * @param repeats how many seeds
 */
public record SimulationRequest(
        Source source, List<String> strategies, List<String> redundancy, long seed, int repeats) {
    /** On which machines and work. */
    public sealed interface Source {}

    /** One that comes with the program. */
    public record BuiltIn(String scenario) implements Source {}

    /** One that the caller has written. */
    public record Described(String text) implements Source {}

    /** What this pool has recorded in the last days. */
    public record OwnHistory(int days) implements Source {}

    /** The same for somebody who supposes that the pool was different; told as an answer to that question only. */
    public record OtherPast(PastQuestion question) implements Source {}

    public SimulationRequest {
        strategies = List.copyOf(strategies);
        redundancy = List.copyOf(redundancy);
    }
}
