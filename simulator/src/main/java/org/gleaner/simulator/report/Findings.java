package org.gleaner.simulator.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.simulator.experiment.Combination;
import org.gleaner.simulator.experiment.RunResult;
import org.gleaner.simulator.experiment.RunResult.TypeResult;

/**
 * What came of one scenario: every combination on every seed.
 *
 * @param scale how times are written for people
 * @param yardsticks one per seed
 * @param runs by combination, in the order in which they were asked for; in each, one run per yardstick in its order
 */
public record Findings(
        String scenario, TimeScale scale, List<Yardstick> yardsticks, Map<Combination, List<RunResult>> runs) {
    public Findings {
        yardsticks = List.copyOf(yardsticks);
        Map<Combination, List<RunResult>> copy = new LinkedHashMap<>();
        for (Map.Entry<Combination, List<RunResult>> entry : runs.entrySet()) {
            if (entry.getValue().size() != yardsticks.size() || yardsticks.isEmpty()) {
                throw new IllegalArgumentException(entry.getKey().label() + " has not run on every seed");
            }
            for (int i = 0; i < yardsticks.size(); i++) {
                if (entry.getValue().get(i).seed() != yardsticks.get(i).seed()) {
                    throw new IllegalArgumentException(entry.getKey().label() + " is not in the order of the seeds");
                }
            }
            copy.put(entry.getKey(), List.copyOf(entry.getValue()));
        }
        runs = copy;
    }

    public List<Summary> summaries() {
        List<Summary> all = new ArrayList<>();
        runs.forEach((combination, of) -> all.add(Summary.of(combination, of, yardsticks)));
        return all;
    }

    /** Every combination measured by each one before it. */
    public List<Pair> pairs() {
        List<Pair> all = new ArrayList<>();
        List<Combination> seen = new ArrayList<>();
        for (Combination combination : runs.keySet()) {
            for (Combination earlier : seen) {
                all.add(pair(combination, earlier));
            }
            seen.add(combination);
        }
        return all;
    }

    public Pair pair(Combination combination, Combination to) {
        List<RunResult> these = of(combination);
        List<RunResult> those = of(to);
        return new Pair(
                combination,
                to,
                PairedRatio.of(these, those, RunResult::makespan),
                PairedRatio.of(these, those, run -> run.flow().mean()));
    }

    public List<RunResult> of(Combination combination) {
        List<RunResult> found = runs.get(combination);
        if (found == null) {
            throw new IllegalArgumentException("was not run: " + combination.label());
        }
        return found;
    }

    /** How the types got done on the first seed: all of them, or those with the most tasks and one for the rest. */
    public List<TypeResult> curves(Combination combination) {
        return CurvePlot.shown(of(combination).get(0));
    }

    public Sample capacity() {
        return Sample.of(yardsticks.stream().mapToDouble(Yardstick::capacity).toArray());
    }

    public Sample clairvoyant() {
        return Sample.of(yardsticks.stream().mapToDouble(Yardstick::clairvoyant).toArray());
    }
}
