package org.gleaner.lab.bench;

import org.gleaner.client.problem.Algorithm;
import org.gleaner.client.problem.DataManager;

/**
 * A problem that counts its units: each result is one, so the answer shows whether one was lost or merged twice. Names
 * nothing of this program but the API, as all that it names travels.
 */
final class CountedUnits extends DataManager<Long, Long, Long> {
    private static final long serialVersionUID = 1;

    private final long units;
    private long given;
    private long merged;
    private long count;

    CountedUnits(long units) {
        this.units = units;
    }

    // The annotation that says that it may be null would travel, and with it the jar that it is in.
    @SuppressWarnings("NullAway")
    @Override
    public Long next() {
        return given < units ? ++given : null;
    }

    @Override
    public void merge(Long unit, Long result) {
        merged++;
        count += result;
    }

    @Override
    public boolean isFinished() {
        return merged == units;
    }

    @Override
    public Long answer() {
        return count;
    }

    /** Nobody runs it here: the nodes of the benchmark say what it would. */
    static final class One implements Algorithm<Long, Long> {
        @Override
        public Long compute(Long unit) {
            return 1L;
        }
    }
}
