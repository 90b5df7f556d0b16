package org.gleaner.simulator.report;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.gleaner.simulator.experiment.RunResult;

/**
 * How a figure of one combination compares with another's, each seed with itself: the geometric mean of the seeds'
 * ratios. Below 1 the first is the smaller.
 *
 * @param low lower end of the interval of 95 %: Student's t on the logarithms; 0 if there is but one seed
 * @param high its upper end; infinite if there is but one seed
 */
public record PairedRatio(double ratio, double low, double high) {
    static PairedRatio of(List<RunResult> these, List<RunResult> those, ToDoubleFunction<RunResult> figure) {
        double[] logarithms = new double[these.size()];
        for (int i = 0; i < logarithms.length; i++) {
            double mine = figure.applyAsDouble(these.get(i));
            double theirs = figure.applyAsDouble(those.get(i));
            // Of no work both are 0, and equal.
            logarithms[i] = mine == theirs ? 0 : Math.log(mine / theirs);
        }
        Sample sample = Sample.of(logarithms);
        return new PairedRatio(
                Math.exp(sample.mean()),
                Math.exp(sample.mean() - sample.halfWidth()),
                Math.exp(sample.mean() + sample.halfWidth()));
    }

    /** Whether the interval says anything: one seed has none. */
    public boolean hasInterval() {
        return Double.isFinite(high);
    }

    /** Smaller for certain: the whole interval is below 1. */
    public boolean isBelowOne() {
        return high < 1;
    }
}
