package org.gleaner.simulator.report;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.gleaner.simulator.experiment.Combination;
import org.gleaner.simulator.experiment.RunResult;

/**
 * All runs of one combination.
 *
 * @param unfinished runs that were given up at the limit
 * @param unfinishedTasks what was left in them
 * @param owners in the order in which their work first arrived
 * @param types likewise
 */
public record Summary(
        Combination combination,
        Map<Measure, Sample> samples,
        int seeds,
        int unfinished,
        long unfinishedTasks,
        List<PartSummary> owners,
        List<PartSummary> types) {
    public Summary {
        types = List.copyOf(types);
        owners = List.copyOf(owners);
        samples = new EnumMap<>(samples);
    }

    static Summary of(Combination combination, List<RunResult> runs, List<Yardstick> yardsticks) {
        Map<Measure, Sample> samples = new EnumMap<>(Measure.class);
        for (Measure measure : Measure.values()) {
            double[] values = new double[runs.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = measure.of(runs.get(i), yardsticks.get(i));
            }
            samples.put(measure, Sample.of(values));
        }
        int unfinished = (int) runs.stream().filter(run -> run.unfinished() > 0).count();
        long tasks = runs.stream().mapToLong(RunResult::unfinished).sum();
        return new Summary(
                combination,
                samples,
                runs.size(),
                unfinished,
                tasks,
                PartSummary.ofOwners(runs),
                PartSummary.ofTypes(runs));
    }

    public Sample sample(Measure measure) {
        Sample sample = samples.get(measure);
        if (sample == null) {
            throw new IllegalStateException("not taken: " + measure);
        }
        return sample;
    }

    public double mean(Measure measure) {
        return sample(measure).mean();
    }
}
