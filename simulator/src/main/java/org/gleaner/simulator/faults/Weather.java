package org.gleaner.simulator.faults;

/** Whether things go wrong at the moment. Work may fail on after the storm, until somebody mends it. */
final class Weather {
    private final FaultMix mix;
    private boolean stormy = true;
    private boolean mended;

    Weather(FaultMix mix) {
        this.mix = mix;
    }

    FaultMix mix() {
        return mix;
    }

    boolean stormy() {
        return stormy;
    }

    boolean mended() {
        return mended;
    }

    void clear() {
        stormy = false;
    }

    /** From now on every command succeeds. */
    void mend() {
        mended = true;
    }
}
