package org.gleaner.cli.simulate;

import java.io.IOException;
import org.gleaner.simulator.experiment.Balance.Course;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Surroundings;

/** Real problems that share a real server of this machine, as those of the simulation do. The laboratory has some. */
@FunctionalInterface
public interface MeasuredProblems {
    /** How it went; says why not if they can't be had here. */
    Course run(Surroundings here) throws CliFailure, IOException, InterruptedException;
}
