package org.gleaner.core.scheduling;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.observer.WorkSpread;

/**
 * Looks ahead: how likely the node stays as long as a task takes. While jobs keep coming, what is done soonest; else
 * the type of which the node will probably finish most per minute, each at the price that its length has.
 */
final class SurvivalStrategy implements Strategy {
    /** A task of this many minutes tells which waiting node is worth most. */
    private static final double YARDSTICK = 1000;

    /** What is worth less than this part of the best is practically never chosen. */
    private static final double NEARLY = 0.7;

    @Override
    public String name() {
        return "survival";
    }

    @Override
    public boolean looksAhead() {
        return true;
    }

    @Override
    public Optional<Choice> choose(WorkRequest request) {
        NodeYield onNode = new NodeYield(request.asker());
        return Optional.of(request.pool().soon() ? soonest(request, onNode) : worthiest(request, onNode));
    }

    /** The one that takes the least of the node's time for each task that it brings to an end. */
    private static Choice soonest(WorkRequest request, NodeYield onNode) {
        List<Candidate> candidates = request.candidates().all();
        Candidate best = candidates.get(0);
        double most = -1;
        for (Candidate one : candidates) {
            WorkSpread work = one.work();
            double perMinute = onNode.donePerMinute(work);
            if (perMinute > most) {
                most = perMinute;
                best = one;
            }
        }
        return Choice.byLength(best, Rule.SOONEST_DONE, null);
    }

    /** The one of which the node will probably finish most per minute, each at the price of its length. */
    private static Choice worthiest(WorkRequest request, NodeYield onNode) {
        List<Candidate> candidates = request.candidates().all();
        Prices prices = request.pool().market().prices();
        double[] worth = new double[candidates.size()];
        double most = 0;
        for (int i = 0; i < worth.length; i++) {
            WorkSpread work = candidates.get(i).work();
            worth[i] = prices.of(work) * onNode.workPerMinute(work);
            most = Math.max(most, worth[i]);
        }
        Candidate best = candidates.get(0);
        double earliest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < worth.length; i++) {
            if (worth[i] >= NEARLY * most) {
                // Nodes that are alike share the lengths that are worth about the same to them: they draw who is
                // earliest, the worthiest with the best chances. The logarithm is only taken of who could be.
                double drawn = request.random().nextDouble();
                if (1 - drawn < earliest) {
                    double time = -Math.log(drawn) / Math.pow(worth[i] / most, Prices.SHARPNESS);
                    if (time < earliest) {
                        earliest = time;
                        best = candidates.get(i);
                    }
                }
            }
        }
        return Choice.byLength(best, Rule.MOST_WORTH, null);
    }

    /** The node first that will probably do most of long work. */
    @Override
    public Comparator<WaitingNode> nodeOrder() {
        // Nodes are compared many times, and their chances are worked out anew each time.
        Map<NodeId, Double> worth = new HashMap<>();
        return Comparator.comparingDouble((WaitingNode parked) ->
                        -worth.computeIfAbsent(parked.asker().node(), node -> worth(parked.asker())))
                .thenComparing(SPREAD);
    }

    private static double worth(Asker node) {
        return node.speed() * node.stayChances().chance(node.uptime(), YARDSTICK / node.speed());
    }
}
