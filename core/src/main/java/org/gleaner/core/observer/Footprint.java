package org.gleaner.core.observer;

/**
 * What tasks of a type use, as measured on nodes of one class or on all.
 *
 * @param run minutes that they ran
 * @param cpu minutes of CPU time
 * @param share CPU time by run time: 1 is one core all the time
 * @param memory the most that each had, in bytes
 */
public record Footprint(Measured run, Measured cpu, Measured share, Measured memory) {
    public static final Footprint UNKNOWN =
            new Footprint(Measured.NOTHING, Measured.NOTHING, Measured.NOTHING, Measured.NOTHING);

    public Footprint with(Consumption one) {
        boolean ran = one.minutes() > 0;
        // Who saw its memory saw its CPU time too, be it none.
        boolean counted = ran && (one.cpuMinutes() > 0 || one.bytes() > 0);
        return new Footprint(
                ran ? run.with(one.minutes()) : run,
                counted ? cpu.with(one.cpuMinutes()) : cpu,
                counted ? share.with(one.cpuMinutes() / one.minutes()) : share,
                one.bytes() > 0 ? memory.with(one.bytes()) : memory);
    }

    public Footprint plus(Footprint other) {
        return new Footprint(
                run.plus(other.run), cpu.plus(other.cpu), share.plus(other.share), memory.plus(other.memory));
    }

    /** How much was learnt: what is forgotten first has least of it. */
    double weight() {
        return run.weight() + memory.weight();
    }
}
