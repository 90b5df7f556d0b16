package org.gleaner.core.ahead;

import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.image.SketchedJob;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.observer.Tries;
import org.gleaner.core.observer.TypeBelief;

/**
 * How likely attempts fail, by what is known of their types; as long as that is little, of all types together. The same
 * for all futures of a sketch.
 */
final class Mishaps {
    /** So many attempts of all types count beside those of a type that is new; fewer of one that is known better. */
    private static final double SHRINKS = 5;

    private static final double KNOWN = 50;

    /** As long as nobody knows, most failures repeat. */
    private static final double REPEATS = 0.9;

    /** What is believed without any experience counts as much as this many attempts. */
    private static final double GUESSED = 2;

    /** Where nothing failed for so many attempts, there is no reason to expect it. */
    private static final double CAREFUL = 20;

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
    private final Tries all;
    private final double beside;

    Mishaps(Sketch sketch) {
        this.sketch = sketch;
        double first = 0;
        double firstFailed = 0;
        double again = 0;
        double againFailed = 0;
        double failedWork = 0;
        double known = 0;
        double sum = 0;
        for (TypeBelief belief : sketch.types().values()) {
            Tries tries = belief.tries();
            first += tries.first();
            firstFailed += tries.firstFailed();
            again += tries.again();
            againFailed += tries.againFailed();
            failedWork += tries.firstFailed() * tries.failedWork();
            known += belief.isKnown() ? 1 : 0;
            sum += belief.isKnown() ? tries.beside() : 0;
        }
        double work = firstFailed > 0 ? failedWork / firstFailed : 0;
        this.beside = known > 0 ? sum / known : 0;
        this.all = new Tries(first, firstFailed, again, againFailed, work, beside);
    }

    Chance of(TypeKey type) {
        TypeBelief belief = sketch.types().get(type);
        Tries own = belief == null ? Tries.NONE : belief.tries();
        double usual = all.firstFailed() / (all.first() + CAREFUL);
        double others = SHRINKS * Math.max(0, 1 - own.first() / KNOWN);
        double first = own.first() + others > 0 ? (own.firstFailed() + others * usual) / (own.first() + others) : usual;
        double repeats = (all.againFailed() + GUESSED * REPEATS) / (all.again() + GUESSED);
        double again = (own.againFailed() + GUESSED * repeats) / (own.again() + GUESSED);
        return new Chance(
                first, again, own.firstFailed() + own.againFailed() > 0 ? own.failedWork() : all.failedWork());
    }

    /** For how many minutes a task of a type holds its slot and does not run. */
    double beside(TypeKey type) {
        TypeBelief belief = sketch.types().get(type);
        return belief != null && belief.isKnown() ? belief.tries().beside() : beside;
    }

    /** After how many failures a task of a job is given up. */
    int most(JobId job) {
        SketchedJob open = sketch.jobs().get(job);
        JobLimits limits = open == null ? JobLimits.DEFAULT : open.spec().limits();
        return Math.max(1, limits.maxFailures());
    }
}
