package org.gleaner.core.scheduling;

/**
 * Settings that strategies look at.
 *
 * @param fairlevel the mixture serves the least served type if it has less than this part of what the most served has
 * @param paperRandom whether the uptime rule draws its random part as the paper does, whatever the types' run times
 */
public record Tuning(double fairlevel, boolean paperRandom) {
    public static final Tuning DEFAULT = new Tuning(0.2, false);
}
