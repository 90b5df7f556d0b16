package org.gleaner.simulator.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.simulator.experiment.RunResult;
import org.gleaner.simulator.experiment.RunResult.OwnerResult;

/**
 * What one owner got under one combination; means over the seeds, times in milliseconds.
 *
 * @param share its part of the machines' time while it was not the only one with open tasks
 * @param finish until its last task was done
 */
public record OwnerSummary(String owner, double tasks, double share, double flow, double finish) {
    static List<OwnerSummary> of(List<RunResult> runs) {
        Map<String, List<OwnerResult>> found = new LinkedHashMap<>();
        for (RunResult run : runs) {
            run.owners()
                    .forEach(one -> found.computeIfAbsent(one.owner(), owner -> new ArrayList<>())
                            .add(one));
        }
        List<OwnerSummary> all = new ArrayList<>();
        found.forEach((owner, results) -> all.add(of(owner, results)));
        return all;
    }

    private static OwnerSummary of(String owner, List<OwnerResult> results) {
        double tasks = 0;
        double share = 0;
        double flow = 0;
        double finish = 0;
        for (OwnerResult one : results) {
            tasks += one.tasks();
            share += one.share();
            flow += one.meanFlow();
            finish += one.finished();
        }
        int runs = results.size();
        return new OwnerSummary(owner, tasks / runs, share / runs, flow / runs, finish / runs);
    }
}
