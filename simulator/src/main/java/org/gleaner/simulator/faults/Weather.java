package org.gleaner.simulator.faults;

import org.gleaner.core.ahead.Timeline;
import org.gleaner.simulator.world.Chance;

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

    /** Lets something happen so often on average, as long as the storm lasts. */
    void repeat(Timeline timeline, Chance chance, double perMinute, Runnable trouble) {
        if (perMinute > 0) {
            timeline.after(chance.wait(perMinute), () -> {
                if (stormy) {
                    trouble.run();
                    repeat(timeline, chance, perMinute, trouble);
                }
            });
        }
    }

    /** From now on every command succeeds. */
    void repair() {
        repaired = true;
    }
}
