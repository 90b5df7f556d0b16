package org.gleaner.simulator.scenario;

import java.util.List;

/**
 * All that fate decides before a strategy is asked, so that every strategy meets the same machines, failures and tasks.
 * Times are milliseconds from the begin of the trial.
 *
 * @param batches in the order of their arrival
 * @param opens when the first work may come; before that the machines are only watched. Results count from here
 * @param horizon how long the work is meant to take, counted from {@code opens}
 * @param limit when the run is given up if it has not ended, counted from {@code opens}
 */
public record Trial(
        String scenario, long seed, List<Machine> machines, List<Batch> batches, long opens, long horizon, long limit) {
    public Trial {
        machines = List.copyOf(machines);
        batches = List.copyOf(batches);
    }
}
