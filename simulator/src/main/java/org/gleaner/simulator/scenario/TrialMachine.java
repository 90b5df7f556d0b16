package org.gleaner.simulator.scenario;

/**
 * A machine, with one slot unless it says otherwise.
 *
 * @param kind machines of one kind are told apart by their numbers only
 * @param power milliseconds for the benchmark: the fewer, the faster
 */
public record TrialMachine(String name, String kind, double power, UpWindows windows, int slots) {
    /** The power of a machine on which a task takes as long as its work says. */
    public static final double REFERENCE_POWER = 5000;

    public TrialMachine(String name, String kind, double power, UpWindows windows) {
        this(name, kind, power, windows, 1);
    }

    public TrialMachine {
        if (!(power > 0)) {
            throw new IllegalArgumentException("a machine needs some time for a benchmark: " + power);
        }
    }

    /** How long this much work takes here, rounded up: nobody is faster than the machine. */
    public long millisFor(long work) {
        return Math.max(1, (long) Math.ceil(work * power / REFERENCE_POWER));
    }

    /** Work per time, in parts of that of a machine of the reference power. */
    public double speed() {
        return REFERENCE_POWER / power;
    }
}
