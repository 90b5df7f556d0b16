package org.gleaner.simulator.faults;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.gleaner.core.grid.AddressedCommand;
import org.gleaner.core.grid.Store;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.step.BatchStep;
import org.gleaner.core.step.GridState;

/** What a simulated server repeats: the real batch step, unless a test plants a bug around it. */
public interface Step {
    /** Makes the step of one life of the server. */
    @FunctionalInterface
    interface Factory {
        Step make(Store store, RandomGenerator random);
    }

    BatchStep.Result run(List<AddressedCommand> batch, Instant now);

    Instant nextAlarm();

    /** The hard part of its state; empty while it has none. */
    Optional<StoredGrid> memory();

    /** What it keeps beside that for speed and keeps wrongly. */
    Optional<String> fault();

    static Step real(Store store, RandomGenerator random) {
        BatchStep step = new BatchStep(store, random);
        return new Step() {
            @Override
            public BatchStep.Result run(List<AddressedCommand> batch, Instant now) {
                return step.run(batch, now);
            }

            @Override
            public Instant nextAlarm() {
                return step.nextAlarm();
            }

            @Override
            public Optional<StoredGrid> memory() {
                return step.state().map(GridState::stored);
            }

            @Override
            public Optional<String> fault() {
                return step.state().flatMap(GridState::fault);
            }
        };
    }
}
