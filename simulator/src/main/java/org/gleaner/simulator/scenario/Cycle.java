package org.gleaner.simulator.scenario;

import java.util.random.RandomGenerator;

/**
 * The life of machines of one kind: up until they fail, away for a reboot, up again. At the switch from the first set
 * of figures to the second a machine keeps its age. Times are in steps. Immutable.
 */
record Cycle(FailureModel first, FailureModel second, double switchAt, Assumptions assumptions) {
    /** When a machine that starts now fails; infinite if it never does. */
    double failure(double start, RandomGenerator random) {
        // The summed hazard at which a life ends is exponentially distributed, whatever the hazard's shape.
        double fate = -Math.log1p(-random.nextDouble()) + Double.MIN_NORMAL;
        if (start >= switchAt) {
            return start + second.ageAt(fate);
        }
        double ageAtSwitch = switchAt - start;
        double before = first.hazardUntil(ageAtSwitch);
        return start
                + (fate <= before ? first.ageAt(fate) : second.ageAt(fate - before + second.hazardUntil(ageAtSwitch)));
    }

    int reboot(RandomGenerator random) {
        return random.nextInt(assumptions.leastReboot(), assumptions.mostReboot() + 1);
    }
}
