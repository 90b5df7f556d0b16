package org.gleaner.core.ahead;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;
import org.gleaner.core.ahead.PastArrivals.Arrival;

/**
 * What is still to be submitted in one future: what came lately comes again, beginning anywhere in it. The further
 * ahead, the more jobs does one stand for, so that a look costs a bounded number of them.
 */
final class Newcomers {
    /** After so many the next ones stand for twice as many jobs. */
    private static final int ALIKE = 250;

    private static final int MOST_DOUBLED = 20;

    private final List<Arrival> lately;
    private final long span;
    private final long offset;
    private final int first;

    Newcomers(List<Arrival> lately, Instant now, RandomGenerator random) {
        this.lately = lately;
        this.span = lately.isEmpty()
                ? 1
                : Math.max(1, Duration.between(lately.get(0).at(), now).toMillis());
        this.offset = random.nextLong(span);
        int at = 0;
        while (at < lately.size() && since(at) < offset) {
            at++;
        }
        this.first = at;
    }

    private long since(int number) {
        return Duration.between(lately.get(0).at(), lately.get(number).at()).toMillis();
    }

    /** For how many jobs one stands. */
    int weight(int number) {
        return 1 << Math.min(MOST_DOUBLED, number / ALIKE);
    }

    /** Where it lies in what comes again and again. */
    private long index(int number) {
        long index = first;
        int rest = number;
        for (int doubled = 0; rest >= ALIKE && doubled < MOST_DOUBLED; doubled++) {
            index += (long) ALIKE << doubled;
            rest -= ALIKE;
        }
        return index + (long) rest * weight(number);
    }

    /** In milliseconds from now. */
    long arrives(int number) {
        if (lately.isEmpty()) {
            return Course.NEVER;
        }
        long index = index(number);
        long laps = index / lately.size();
        return Math.max(0, laps * span + since((int) (index % lately.size())) - offset);
    }

    Arrival of(int number) {
        return lately.get((int) (index(number) % lately.size()));
    }
}
