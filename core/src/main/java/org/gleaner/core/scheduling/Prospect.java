package org.gleaner.core.scheduling;

import org.gleaner.core.observer.Outlook;
import org.gleaner.core.observer.Runtimes;
import org.gleaner.core.observer.WorkSpread;

/** What would become of tasks on one node now, for every run time of the grid: worked out once, used for every type. */
final class Prospect {
    private final double[] survives = new double[Runtimes.POINTS];
    private final double[] occupied = new double[Runtimes.POINTS];

    Prospect(Asker node) {
        Outlook outlook = node.outlook();
        double age = node.uptime();
        double speed = node.speed();
        double time = 0;
        double chance = 1;
        double sum = 0;
        for (int point = 0; point < Runtimes.POINTS; point++) {
            double until = Runtimes.at(point) / speed;
            double then = outlook.chance(age, until);
            sum += (until - time) * (chance + then) / 2;
            survives[point] = then;
            occupied[point] = sum;
            time = until;
            chance = then;
        }
    }

    /** The chance that a task of such work is done before the node goes. */
    double chance(WorkSpread work) {
        return work.average(survives);
    }

    /** How long such a task occupies the node until it is done or dead, in minutes. */
    double occupied(WorkSpread work) {
        return work.average(occupied);
    }
}
