package org.gleaner.cli.simulate;

import java.io.IOException;
import java.time.Duration;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Surroundings;

/** A real pool of this machine that grows while it is measured. The laboratory has one. */
public interface MeasuredPool extends AutoCloseable {
    /** Makes one; says why not if there is none here. */
    @FunctionalInterface
    interface Maker {
        MeasuredPool open(Surroundings here) throws CliFailure, IOException, InterruptedException;
    }

    /**
     * Brings the pool to so many agents and lets each have so many units; how long that took.
     *
     * @param unit as long each one waits
     */
    Duration time(int agents, int units, Duration unit) throws IOException, InterruptedException;

    @Override
    void close() throws IOException;
}
