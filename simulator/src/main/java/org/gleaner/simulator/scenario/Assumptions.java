package org.gleaner.simulator.scenario;

/**
 * What a scenario's file leaves open.
 *
 * @param spread a task's duration is uniform within this part of its type's average, below and above; 0: exact
 * @param leastReboot steps that a machine is away at least after a failure
 * @param mostReboot steps that it is away at most; in between all are equally likely
 */
public record Assumptions(double spread, int leastReboot, int mostReboot) {
    private static final int LONGEST_REBOOT = 1_000_000;

    public static final Assumptions USUAL = new Assumptions(0.2, 1, 5);

    public Assumptions {
        if (!(spread >= 0 && spread < 1)) {
            throw new IllegalArgumentException("the spread must be at least 0 and below 1: " + spread);
        }
        if (leastReboot < 0 || mostReboot < leastReboot || mostReboot > LONGEST_REBOOT) {
            throw new IllegalArgumentException("a reboot takes 0 to " + LONGEST_REBOOT + " steps, from least to most: "
                    + leastReboot + " to " + mostReboot);
        }
    }
}
