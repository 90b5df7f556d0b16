package org.gleaner.simulator.faults;

/** Whether things go wrong at the moment. Work may fail on after the storm, until someone fixes it. */
final class Weather {
    private final FaultMix mix;
    private boolean stormy = true;
    private boolean repaired;

    Weather(FaultMix mix) {
        this.mix = mix;
    }

    FaultMix mix() {
        return mix;
    }

    boolean stormy() {
        return stormy;
    }

    boolean repaired() {
        return repaired;
    }

    void clear() {
        stormy = false;
    }

    /** From now on every command succeeds. */
    void repair() {
        repaired = true;
    }
}
