package org.gleaner.core.grid;

/**
 * Parts are fractions of the whole.
 *
 * @param wanted the part that weights give it
 * @param given the part that it has had, as it is counted
 * @param cores how many it uses now
 */
public record Portion(double weight, double wanted, double given, int cores) {
    public static final Portion NONE = new Portion(0, 0, 0, 0);

    public Portion plus(Portion other) {
        return new Portion(weight + other.weight, wanted + other.wanted, given + other.given, cores + other.cores);
    }
}
