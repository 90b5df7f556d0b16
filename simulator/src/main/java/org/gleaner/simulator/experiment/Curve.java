package org.gleaner.simulator.experiment;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.simulator.experiment.RunResult.Point;

/** How the tasks of one type get done over time: a point for each further part of them, so a few hundred at most. */
final class Curve {
    private static final int MOST_POINTS = 200;

    private final String type;
    private final List<Point> points = new ArrayList<>();
    private long tasks;
    private long done;
    private long lastDone;
    private double flowSum;
    private long flows;

    Curve(String type) {
        this.type = type;
    }

    /** Before the first is done. */
    void expect(long more) {
        tasks += more;
    }

    void done(long at, long flow) {
        done++;
        lastDone = at;
        flowSum += flow;
        flows++;
        boolean isNextPart = done * MOST_POINTS / tasks > (done - 1) * MOST_POINTS / tasks;
        if (isNextPart) {
            int last = points.size() - 1;
            if (last >= 0 && points.get(last).at() == at) {
                points.remove(last);
            }
            points.add(new Point(at, done));
        }
    }

    /** Tasks that did not end count with what they have taken so far. */
    void unfinished(long flow, long count) {
        flowSum += (double) flow * count;
        flows += count;
    }

    RunResult.TypeResult result(long limit) {
        long finished = done == tasks ? lastDone : limit;
        return new RunResult.TypeResult(type, tasks, finished, flows == 0 ? 0 : flowSum / flows, List.copyOf(points));
    }
}
