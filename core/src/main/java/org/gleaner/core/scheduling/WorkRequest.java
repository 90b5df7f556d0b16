package org.gleaner.core.scheduling;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * One node asks for one piece of work.
 *
 * @param candidates at least one
 */
public record WorkRequest(Asker asker, Candidates candidates, PoolView pool, RandomGenerator random) {
    /** Those between whom balance is kept: all, or where types are folded the oldest of each owner. */
    List<Candidate> rivals() {
        return pool.foldsTypes()
                ? candidates.ofOwners().values().stream()
                        .map(Candidates::oldest)
                        .toList()
                : candidates.all();
    }
}
