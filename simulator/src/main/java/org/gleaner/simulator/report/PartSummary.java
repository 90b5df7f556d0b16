package org.gleaner.simulator.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.gleaner.simulator.experiment.RunResult;

/**
 * What became of the tasks of one owner or of one type under one combination; means over the seeds, times in
 * milliseconds.
 *
 * @param share an owner's part of the machines' time while it was not the only one with open tasks; 0 for a type
 * @param finish until its last task was done
 */
public record PartSummary(String name, double tasks, double share, double flow, double finish) {
    static List<PartSummary> ofOwners(List<RunResult> runs) {
        return means(runs.stream()
                .flatMap(run -> run.owners().stream())
                .map(one -> new PartSummary(one.owner(), one.tasks(), one.share(), one.meanFlow(), one.finished())));
    }

    static List<PartSummary> ofTypes(List<RunResult> runs) {
        return means(runs.stream()
                .flatMap(run -> run.types().stream())
                .map(one -> new PartSummary(one.type(), one.tasks(), 0, one.meanFlow(), one.finished())));
    }

    /** In the order in which the names first come. */
    private static List<PartSummary> means(Stream<PartSummary> parts) {
        Map<String, List<PartSummary>> found = new LinkedHashMap<>();
        parts.forEach(one ->
                found.computeIfAbsent(one.name, name -> new ArrayList<>()).add(one));
        return found.entrySet().stream()
                .map(one -> new PartSummary(
                        one.getKey(),
                        mean(one.getValue(), PartSummary::tasks),
                        mean(one.getValue(), PartSummary::share),
                        mean(one.getValue(), PartSummary::flow),
                        mean(one.getValue(), PartSummary::finish)))
                .toList();
    }

    private static double mean(List<PartSummary> parts, ToDoubleFunction<PartSummary> figure) {
        return parts.stream().mapToDouble(figure).average().orElse(0);
    }
}
