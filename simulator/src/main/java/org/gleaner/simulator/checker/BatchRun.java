package org.gleaner.simulator.checker;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.gleaner.core.grid.AddressedCommand;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.step.BatchStep;

/**
 * One batch that the server ran to its end.
 *
 * @param memory the hard part of the server's state after it; empty if it was thrown away
 * @param disk what is durable
 */
public record BatchRun(
        List<AddressedCommand> commands,
        BatchStep.Result result,
        Supplier<Optional<StoredGrid>> memory,
        OnDisk disk,
        Ledger ledger) {}
