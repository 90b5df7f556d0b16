package org.gleaner.core.observer;

/**
 * What one attempt used. Where nobody looked a figure is 0, which means that it is not known; no CPU time with some
 * memory means none.
 *
 * @param minutes how long it ran, without the time at which it rested
 * @param cpuMinutes of all its processes
 * @param bytes the most memory that it had
 */
public record Consumption(double minutes, double cpuMinutes, double bytes) {
    /** The same, with no more CPU time than that many cores can give. */
    public Consumption within(int cores) {
        return new Consumption(minutes, Math.min(cpuMinutes, minutes * cores), bytes);
    }

    /** Its memory alone: what was cut short says nothing about how long such a task takes. */
    public Consumption memoryOnly() {
        return new Consumption(0, 0, bytes);
    }
}
