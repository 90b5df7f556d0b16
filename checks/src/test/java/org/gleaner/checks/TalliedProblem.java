package org.gleaner.checks;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.client.problem.Algorithm;
import org.gleaner.client.problem.DataManager;
import org.jspecify.annotations.Nullable;

/** Writes down every result that it merges, in their order: what is missing, or there twice, shows in the answer. */
public final class TalliedProblem extends DataManager<Integer, Integer, List<Integer>> {
    private static final long serialVersionUID = 1;

    private final int units;
    private final List<Integer> tally = new ArrayList<>();
    private int given;

    public TalliedProblem(int units) {
        this.units = units;
    }

    /** A unit follows from results: there are never more than four beyond those that are merged. */
    @Override
    public @Nullable Integer next() {
        return given < units && given < tally.size() + 4 ? ++given : null;
    }

    @Override
    public void merge(Integer unit, Integer result) {
        if (result != unit * 7) {
            throw new IllegalStateException(result + " is not the result of " + unit);
        }
        tally.add(unit);
    }

    @Override
    public boolean isFinished() {
        return tally.size() >= units;
    }

    @Override
    public List<Integer> answer() {
        return tally;
    }

    public static final class Sevenfold implements Algorithm<Integer, Integer> {
        @Override
        public Integer compute(Integer unit) {
            return unit * 7;
        }
    }
}
