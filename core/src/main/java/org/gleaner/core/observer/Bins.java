package org.gleaner.core.observer;

import java.util.Arrays;

/** Amounts in numbered bins. Immutable. */
public final class Bins {
    /** Very many types have run nothing yet. */
    private static final Bins NO_RUNS = new Bins(new double[RunLengths.POINTS]);

    private final double[] amounts;

    private Bins(double[] amounts) {
        this.amounts = amounts;
    }

    public static Bins empty(int size) {
        return size == RunLengths.POINTS ? NO_RUNS : new Bins(new double[size]);
    }

    /** One task of so many minutes, on the grid of {@link RunLengths}. */
    public static Bins ofTask(double minutes) {
        return empty(RunLengths.POINTS).fadedWith(1, minutes);
    }

    public static Bins of(double... amounts) {
        return new Bins(amounts.clone());
    }

    /** All of it less by this factor, and some more at one place of the grid of {@link RunLengths}. */
    Bins fadedWith(double factor, double minutes) {
        double[] changed = amounts.clone();
        for (int i = 0; i < changed.length; i++) {
            changed[i] *= factor;
        }
        RunLengths.add(changed, minutes, 1);
        return new Bins(changed);
    }

    public int size() {
        return amounts.length;
    }

    public double at(int bin) {
        return amounts[bin];
    }

    public double total() {
        double total = 0;
        for (double amount : amounts) {
            total += amount;
        }
        return total;
    }

    public double[] toArray() {
        return amounts.clone();
    }

    public Bins times(double factor) {
        double[] scaled = amounts.clone();
        for (int i = 0; i < scaled.length; i++) {
            scaled[i] *= factor;
        }
        return new Bins(scaled);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bins bins && Arrays.equals(amounts, bins.amounts);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(amounts);
    }

    @Override
    public String toString() {
        return Arrays.toString(amounts);
    }
}
