package org.gleaner.core.scheduling;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Optional;

/**
 * Only where it pays: the task whose expected completion one more copy shortens most, if by enough. What runs far
 * longer than such tasks take gets one in any case.
 */
final class ComputedRedundancy implements Redundancy {
    /** How many tasks are looked at: those that are expected to end last. */
    private static final int LOOKED_AT = 64;

    /** Part of the expected time that a copy must gain; more while jobs keep coming, as it is in their way. */
    private static final double LEAST_SHARE = 0.01;

    private static final double LEAST_SHARE_OF_COMING = 0.5;
    private static final double LEAST_MINUTES = 0.2;
    /** What has just begun may be over in a moment; no estimate is so good that it were worth a copy at once. */
    private static final Duration LEAST_AGE = Duration.ofSeconds(12);

    private static final Comparator<Underway> LATEST =
            Comparator.comparing(Underway::likelyEnd).reversed().thenComparing(Underway::task);

    @Override
    public String name() {
        return "computed";
    }

    @Override
    public boolean looksAhead() {
        return true;
    }

    @Override
    public Comparator<Underway> order() {
        return LATEST;
    }

    @Override
    public Optional<Underway> choose(CopyRequest request) {
        Market market = request.pool().market();
        boolean coming = market.keepsComing();
        double share = coming ? LEAST_SHARE_OF_COMING : LEAST_SHARE;
        Instant latest = request.now().minus(LEAST_AGE);
        Underway best = null;
        double most = 0;
        Iterator<Underway> running = request.running();
        for (int looked = 0; looked < LOOKED_AT && running.hasNext(); looked++) {
            Underway one = running.next();
            if (one.since().isAfter(latest)) {
                continue;
            }
            if (one.isOverlong(request.now())) {
                // What is forecast of it rests on what its node says of its own speed, and on that it really runs.
                return Optional.of(one);
            }
            RunForecast forecast = one.forecast(request);
            double gain = forecast.expected() - forecast.expectedWith(request.asker());
            double weight = coming ? gain / forecast.expected() : gain;
            if (weight > most && gain > share * forecast.expected() + LEAST_MINUTES) {
                most = weight;
                best = one;
            }
        }
        return Optional.ofNullable(best);
    }
}
