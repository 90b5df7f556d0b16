package org.gleaner.simulator.faults;

/** The power failed while the server wrote. */
final class SimulatedCrash extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SimulatedCrash(String when) {
        super(when);
    }
}
