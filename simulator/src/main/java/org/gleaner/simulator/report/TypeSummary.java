package org.gleaner.simulator.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.gleaner.simulator.experiment.RunResult;
import org.gleaner.simulator.experiment.RunResult.TypeResult;

/**
 * What became of one type under one combination; means over the seeds, times in milliseconds.
 *
 * @param finish until its last task was done
 */
public record TypeSummary(String type, double tasks, double flow, double finish) {
    static List<TypeSummary> of(List<RunResult> runs) {
        Map<String, List<TypeResult>> found = new LinkedHashMap<>();
        for (RunResult run : runs) {
            run.types()
                    .forEach(one -> found.computeIfAbsent(one.type(), type -> new ArrayList<>())
                            .add(one));
        }
        List<TypeSummary> all = new ArrayList<>();
        found.forEach((type, results) -> all.add(new TypeSummary(
                type,
                mean(results, one -> one.tasks()),
                mean(results, TypeResult::meanFlow),
                mean(results, one -> one.finished()))));
        return all;
    }

    private static double mean(List<TypeResult> results, ToDoubleFunction<TypeResult> figure) {
        return results.stream().mapToDouble(figure).average().orElse(0);
    }
}
