package org.gleaner.core.ahead;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.node.Absence;
import org.gleaner.core.observer.Minutes;
import org.gleaner.core.observer.Recent;

/** How long nodes were away between their stays, in minutes. Confined to one thread. */
public final class Absences {
    /** Those of all nodes that are remembered. */
    private static final int MOST = 1_000;

    /** How many of its own a node must have shown to count as much as all others together. */
    private static final double OTHERS_WEIGHT = 2;

    /** As long as nobody ever came back, in minutes: an update, a restart, a cable. */
    private static final double UNKNOWN = 10;

    /** One that has been away for longer than anybody before: the longer, the longer yet. */
    private static final double BEYOND = 1.25;

    /** No two absences are the same. */
    private static final double SPREAD = 0.25;

    private final Map<NodeId, Recent> own = new HashMap<>();
    private final Map<NodeId, Absence> last = new HashMap<>();
    private final ArrayDeque<Double> all = new ArrayDeque<>();

    /** May be told more than once of the last one. */
    public void note(NodeId node, Absence absence) {
        if (!absence.equals(last.put(node, absence))) {
            note(node, Minutes.of(absence.length()));
        }
    }

    private void note(NodeId node, double minutes) {
        own.merge(node, Recent.of(minutes), (before, one) -> before.with(minutes));
        if (all.size() == MOST) {
            all.removeFirst();
        }
        all.addLast(minutes);
    }

    Absences copy() {
        Absences copy = new Absences();
        copy.own.putAll(own);
        copy.last.putAll(last);
        copy.all.addAll(all);
        return copy;
    }

    /** One is taken to be away as another was. */
    void liken(NodeId node, NodeId other) {
        Recent known = own.get(other);
        if (known != null) {
            own.put(node, known);
        }
    }

    void forget(NodeId node) {
        own.remove(node);
        last.remove(node);
    }

    /**
     * When a node comes back that has been away so long already, in minutes from now. Infinite if it is away and none
     * ever came back: nobody can know.
     */
    double left(NodeId node, double away, RandomGenerator random) {
        double[] known = own.getOrDefault(node, Recent.NONE).values();
        if (known.length == 0 && all.isEmpty() && away > 0) {
            return Double.POSITIVE_INFINITY;
        }
        boolean asBefore = random.nextDouble() * (known.length + OTHERS_WEIGHT) < known.length;
        double drawn = drawn(asBefore || all.isEmpty() ? known : pooled(), away, random);
        return Math.max(0, drawn - away);
    }

    private double[] pooled() {
        return all.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static double drawn(double[] known, double away, RandomGenerator random) {
        int longer = 0;
        for (double one : known) {
            longer += one > away ? 1 : 0;
        }
        double jitter = Math.exp(SPREAD * random.nextGaussian());
        if (longer == 0) {
            double usual = known.length == 0 ? UNKNOWN : 0;
            return Math.max(away * (1 + (BEYOND - 1) * 2 * random.nextDouble()), usual * jitter);
        }
        int wanted = random.nextInt(longer);
        for (double one : known) {
            if (one > away && wanted-- == 0) {
                return Math.max(away, one * jitter);
            }
        }
        throw new IllegalStateException("counted wrongly");
    }
}
