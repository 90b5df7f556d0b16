package org.gleaner.simulator.experiment;

import org.gleaner.core.grid.Setting;
import org.gleaner.simulator.scenario.Trial;

/** One trial under one combination, on the same grid as the server's, in virtual time. */
public final class Experiment {
    private Experiment() {}

    /** The same trial under the same combination gives an equal result. */
    public static RunResult run(Trial trial, Combination combination, Options options) {
        Driver driver = new Driver(trial, combination, options);
        if (combination.strategy().equals(Setting.AUTO)) {
            new Control(driver, trial, options).begin();
        }
        return driver.run();
    }
}
