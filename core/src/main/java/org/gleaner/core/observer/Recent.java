package org.gleaner.core.observer;

import java.util.Arrays;

/** The last ten values, oldest first. Immutable. */
public final class Recent {
    private static final int MOST = 10;

    public static final Recent NONE = new Recent(new double[0]);

    private final double[] values;

    private Recent(double[] values) {
        this.values = values;
    }

    /** Of more than ten values the youngest ten. */
    public static Recent of(double... oldestFirst) {
        return new Recent(Arrays.copyOfRange(oldestFirst, Math.max(0, oldestFirst.length - MOST), oldestFirst.length));
    }

    /** Itself if that changes nothing, because all of ten are the same. */
    public Recent with(double youngest) {
        if (values.length == MOST && isAll(youngest)) {
            return this;
        }
        int kept = Math.min(values.length, MOST - 1);
        double[] more = Arrays.copyOfRange(values, values.length - kept, values.length + 1);
        more[kept] = youngest;
        return new Recent(more);
    }

    private boolean isAll(double value) {
        for (double one : values) {
            if (one != value) {
                return false;
            }
        }
        return true;
    }

    public boolean isEmpty() {
        return values.length == 0;
    }

    public int size() {
        return values.length;
    }

    public double[] values() {
        return values.clone();
    }

    /** Their exponentially weighted average; 0 if there is none. */
    public double average() {
        if (values.length == 0) {
            return 0;
        }
        double average = values[0];
        for (int i = 1; i < values.length; i++) {
            average = Ewa.next(average, values[i]);
        }
        return average;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Recent recent && Arrays.equals(values, recent.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return Arrays.toString(values);
    }
}
