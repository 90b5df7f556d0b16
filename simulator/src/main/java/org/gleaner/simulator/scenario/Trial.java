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
        String scenario,
        long seed,
        List<TrialMachine> machines,
        List<Batch> batches,
        long opens,
        long horizon,
        long limit) {
    /** The grain in which the paper describes machines and jobs: one minute. */
    public static final long STEP = 60_000;

    public Trial {
        machines = List.copyOf(machines);
        batches = List.copyOf(batches);
        long last = opens;
        for (Batch batch : batches) {
            if (batch.arrives() < last) {
                throw new IllegalArgumentException("a batch arrives at " + batch.arrives() + ", before " + last);
            }
            last = batch.arrives();
        }
        if (opens < 0 || horizon <= 0 || limit < horizon) {
            throw new IllegalArgumentException(
                    "no time to work: opens " + opens + ", horizon " + horizon + ", limit " + limit);
        }
    }
}
