package org.gleaner.core.placing;

import org.gleaner.core.grid.SoftEvent;
import org.gleaner.core.scheduling.NodeReach;
import org.gleaner.core.scheduling.Standings;

/** Soft: how the nodes stood that were given work last. */
final class RecentStarts implements Standings {
    private static final int KEPT = 600;

    private final double[] reach = new double[KEPT];
    private final double[] taken = new double[KEPT];
    private int count;
    private int next;

    void note(SoftEvent.WorkChosen chosen) {
        NodeReach reached = chosen.reached();
        if (reached != null) {
            reach[next] = reached.reach();
            taken[next] = reached.taken();
            next = (next + 1) % KEPT;
            count = Math.min(KEPT, count + 1);
        }
    }

    @Override
    public Rank rank(double wanted) {
        double below = 0;
        double all = 0;
        for (int i = 0; i < count; i++) {
            all += taken[i];
            below += reach[i] < wanted ? taken[i] : reach[i] == wanted ? taken[i] / 2 : 0;
        }
        return new Rank(all > 0 ? below / all : 0.5, count);
    }
}
