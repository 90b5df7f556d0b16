package org.gleaner.core.scheduling;

import java.util.Comparator;
import java.util.Iterator;
import java.util.Optional;

/** Only where it pays: the task whose expected completion one more copy shortens most, if by enough. */
final class ComputedRedundancy implements Redundancy {
    /** How many tasks are looked at: those that are expected to end last. */
    private static final int LOOKED_AT = 64;

    private static final double LEAST_SHARE = 0.01;
    private static final double LEAST_MINUTES = 0.2;

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
        Underway best = null;
        double most = 0;
        Iterator<Underway> running = request.running();
        for (int looked = 0; looked < LOOKED_AT && running.hasNext(); looked++) {
            Underway one = running.next();
            Course course = one.course(request);
            double gain = course.expected() - course.expectedWith(request.asker());
            if (gain > most && gain > LEAST_SHARE * course.expected() + LEAST_MINUTES) {
                most = gain;
                best = one;
            }
        }
        return Optional.ofNullable(best);
    }
}
