package org.gleaner.core.scheduling;

import org.gleaner.core.observer.RunLengths;
import org.gleaner.core.observer.WorkSpread;

/** What would become of tasks on one node now, for every run time of the grid: worked out once, used for every type. */
final class NodeYield {
    /** What starting a task costs in any case, in minutes. */
    private static final double OVERHEAD = 0.05;

    private final double[] survives;
    private final double[] useful = new double[RunLengths.POINTS];
    private final double[] occupied = new double[RunLengths.POINTS];

    NodeYield(Asker node) {
        double speed = node.speed();
        survives = node.stayChances().chances(node.uptime(), speed);
        double time = 0;
        double chance = 1;
        double sum = OVERHEAD;
        for (int point = 0; point < RunLengths.POINTS; point++) {
            double until = RunLengths.at(point) / speed;
            double then = survives[point];
            sum += (until - time) * (chance + then) / 2;
            useful[point] = then * RunLengths.at(point);
            occupied[point] = sum;
            time = until;
            chance = then;
        }
    }

    /** Adds to each run time how many such tasks are brought to an end per minute that they occupy the node. */
    void addDonePerMinute(double[] sums) {
        for (int point = 0; point < RunLengths.POINTS; point++) {
            sums[point] += survives[point] / occupied[point];
        }
    }

    /** Tasks that are brought to an end per minute that they occupy the node. */
    double donePerMinute(WorkSpread work) {
        return work.ratio(survives, occupied);
    }

    /** Minutes that such a task will probably occupy the node, until it is done or the node leaves. */
    double occupied(WorkSpread work) {
        return work.average(occupied);
    }

    /** Work that is brought to an end per minute that such tasks occupy the node. */
    double workPerMinute(WorkSpread work) {
        return work.ratio(useful, occupied);
    }
}
