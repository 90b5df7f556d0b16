package org.gleaner.simulator.report;

import org.gleaner.simulator.experiment.Combination;

/** One combination measured by another on the same trials. */
public record Pair(Combination combination, Combination to, PairedRatio makespan, PairedRatio flow) {}
