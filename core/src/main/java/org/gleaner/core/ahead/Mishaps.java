package org.gleaner.core.ahead;

import java.time.Duration;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.image.SketchedJob;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.observer.Minutes;
import org.gleaner.core.observer.Tries;
import org.gleaner.core.observer.TypeBelief;

/**
 * How likely attempts fail, by what is known of their type and nothing else: that somebody's program failed says
 * nothing of another's, and is nobody else's business. And after what time an attempt is ended, as its job says. The
 * same for all futures of a sketch.
 */
final class Mishaps {
    /** As long as nobody knows, most failures repeat. */
    private static final double REPEATS = 0.9;

    /** What is believed without any experience counts as much as this many attempts. */
    private static final double GUESSED = 2;

    /**
     * Of one type.
     *
     * @param first that the first attempt of a task fails
     * @param again that one of a task fails that has failed
     * @param work after how many minutes, normalised by speed
     */
    record Chance(double first, double again, double work) {
        /** How many attempts of a task fail that fails at all. */
        double attempts(int most) {
            double sum = 0;
            double still = 1;
            for (int attempt = 0; attempt < Math.min(most, 100); attempt++) {
                sum += still;
                still *= again;
            }
            return sum;
        }

        /** That a task fails for good, if it fails at all. */
        double forGood(int most) {
            return Math.pow(again, Math.max(0, most - 1));
        }
    }

    private final Sketch sketch;
    private final double beside;

    Mishaps(Sketch sketch) {
        this.sketch = sketch;
        double known = 0;
        double sum = 0;
        for (TypeBelief belief : sketch.types().values()) {
            known += belief.isKnown() ? 1 : 0;
            sum += belief.isKnown() ? belief.tries().beside() : 0;
        }
        this.beside = known > 0 ? sum / known : 0;
    }

    Chance of(TypeKey type) {
        TypeBelief belief = sketch.types().get(type);
        Tries own = belief == null ? Tries.NONE : belief.tries();
        double first = own.firstFailed() / (own.first() + GUESSED);
        double again = (own.againFailed() + GUESSED * REPEATS) / (own.again() + GUESSED);
        return new Chance(first, again, own.failedWork());
    }

    /** For how many minutes a task of a type holds its slot and does not run. */
    double beside(TypeKey type) {
        TypeBelief belief = sketch.types().get(type);
        return belief != null && belief.isKnown() ? belief.tries().beside() : beside;
    }

    /** After how many failures a task of a job is given up. */
    int most(JobId job) {
        return Math.max(1, limits(job).maxFailures());
    }

    /** After how many minutes an attempt of a job's tasks is ended; infinite: never. */
    double limit(JobId job) {
        Duration time = limits(job).time();
        return time == null ? Double.POSITIVE_INFINITY : Minutes.of(time);
    }

    /** How often a task of a job is tried that takes longer than that. */
    int triesAtLimit(JobId job) {
        return limits(job).retryLimits() ? most(job) : 1;
    }

    private JobLimits limits(JobId job) {
        SketchedJob open = sketch.jobs().get(job);
        return open == null ? JobLimits.DEFAULT : open.spec().limits();
    }
}
