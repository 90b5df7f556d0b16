package org.gleaner.simulator.faults;

/** Of several things that may come, the first one happens and no other. */
final class Once {
    private boolean over;

    Runnable of(Runnable action) {
        return () -> {
            if (!over) {
                over = true;
                action.run();
            }
        };
    }
}
