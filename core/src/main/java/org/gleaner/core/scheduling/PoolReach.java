package org.gleaner.core.scheduling;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** How much the nodes of the pool can probably do before they leave. Immutable. */
public final class PoolReach {
    /** Before anybody looked. */
    public static final PoolReach UNKNOWN = new PoolReach(new double[0], new double[0]);

    /** Nobody plans for longer; in minutes. */
    private static final double FARTHEST = 15 * 24 * 60;

    private final double[] reach;
    /** Of the speed of all, what those up to here have. */
    private final double[] share;

    private PoolReach(double[] reach, double[] share) {
        this.reach = reach;
        this.share = share;
    }

    /** @param nodes those that are there, or a fair sample */
    public static PoolReach of(List<Asker> nodes) {
        List<NodeReach> sorted = nodes.stream()
                .map(node -> new NodeReach(of(node), node.speed()))
                .sorted(Comparator.comparingDouble(NodeReach::reach))
                .toList();
        double all = sorted.stream().mapToDouble(NodeReach::taken).sum();
        double[] reach = new double[sorted.size()];
        double[] share = new double[sorted.size()];
        double sum = 0;
        for (int i = 0; i < reach.length; i++) {
            reach[i] = sorted.get(i).reach();
            sum += sorted.get(i).taken();
            share[i] = sum / all;
        }
        return new PoolReach(reach, share);
    }

    /** How much a node can probably do, in minutes normalised by speed. */
    static double of(Asker node) {
        return node.speed() * node.stayChances().expected(node.uptime(), FARTHEST);
    }

    /** The part of the pool that can do less. */
    double below(double wanted) {
        if (reach.length == 0) {
            return 0.5;
        }
        int found = Arrays.binarySearch(reach, wanted);
        int first = found >= 0 ? found : -found - 1;
        double under = first == 0 ? 0 : share[first - 1];
        return first == reach.length ? 1 : (under + share[Math.min(first, reach.length - 1)]) / 2;
    }
}
