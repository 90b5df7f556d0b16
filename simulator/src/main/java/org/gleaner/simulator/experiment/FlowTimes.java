package org.gleaner.simulator.experiment;

/**
 * How long tasks took, in so little memory for any number of them: the mean is exact, quantiles are right to one
 * percent. Times below 128 have a bucket of their own; each doubling above that has 64.
 */
final class FlowTimes {
    private static final int HALF = 64;
    private static final int HALF_BITS = 6;

    private final long[] buckets = new long[(Long.SIZE - HALF_BITS) * HALF];
    private long count;
    private double sum;

    void add(long time, long tasks) {
        buckets[bucket(time)] += tasks;
        count += tasks;
        sum += (double) time * tasks;
    }

    double mean() {
        return count == 0 ? 0 : sum / count;
    }

    /** The time that this share of all tasks did not exceed. */
    double quantile(double share) {
        long rank = Math.max(1, (long) Math.ceil(share * count));
        long seen = 0;
        for (int i = 0; i < buckets.length && count > 0; i++) {
            seen += buckets[i];
            if (seen >= rank) {
                return middle(i);
            }
        }
        return 0;
    }

    private static int bucket(long time) {
        int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(time) - HALF_BITS - 1);
        return shift * HALF + (int) (time >> shift);
    }

    private static double middle(int bucket) {
        if (bucket < 2 * HALF) {
            return bucket;
        }
        int shift = bucket / HALF - 1;
        long lowest = (long) (bucket - shift * HALF) << shift;
        return lowest + ((1L << shift) - 1) / 2.0;
    }
}
