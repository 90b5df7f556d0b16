package org.gleaner.simulator.world;

import java.time.Duration;

/**
 * How bad the network is; each a probability per message, but for the last.
 *
 * @param drop it is lost without a word
 * @param cut it is lost and the caller notices
 * @param duplicate it arrives twice
 * @param late it takes up to {@code latest}, so that others overtake it
 * @param swizzle how often in a minute some lines are clogged one after the other and set free in another order
 */
public record NetworkFaults(double drop, double cut, double duplicate, double late, Duration latest, double swizzle) {
    public static final NetworkFaults NONE = new NetworkFaults(0, 0, 0, 0, Duration.ZERO, 0);
}
