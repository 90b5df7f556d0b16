package org.gleaner.core.scheduling;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.Function;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.observer.Minutes;

/**
 * How a running task will probably go on: for some equally likely lengths of it, when its copies would be done and
 * whether their nodes stay that long. Immutable.
 */
public final class RunForecast {
    /** Into how many equally likely lengths the task is parted. */
    private static final int PARTS = 6;

    /** Somebody looks at them again every minute, or a little later. */

    /** Until somebody notices that a node is gone. */
    private static final double NOTICED = 3;

    private static final double SHORTEST = 0.02;

    private final Instant at;
    private final double[] works;
    /** For each length, minutes until it is done after all copies died. */
    private final double[] again;
    /** For each length the copies in the order of their ends: minutes left, and the chance that the node stays. */
    private final double[][] left;

    private final double[][] chance;
    private final double expected;

    private RunForecast(Instant at, double[] works, double[] again, double[][] left, double[][] chance) {
        this.at = at;
        this.works = works;
        this.again = again;
        this.left = left;
        this.chance = chance;
        double sum = 0;
        for (int part = 0; part < works.length; part++) {
            sum += expectation(part, Double.POSITIVE_INFINITY, 0);
        }
        this.expected = sum / works.length;
    }

    public static RunForecast of(Underway task, Function<NodeId, Asker> source, FreshStart freshStart, Instant now) {
        int count = task.copies().size();
        Asker[] nodes = new Asker[count];
        double[] behind = new double[count];
        double ran = task.ran();
        for (int i = 0; i < count; i++) {
            Underway.Copy copy = task.copies().get(i);
            nodes[i] = source.apply(copy.node());
            behind[i] = Math.max(0, Minutes.of(Duration.between(copy.since(), now))) * nodes[i].speed();
            ran = Math.max(ran, behind[i]);
        }
        double[] works = task.type().work().beyond(ran).quantiles(PARTS);
        double[] again = new double[PARTS];
        double[][] left = new double[PARTS][count];
        double[][] chance = new double[PARTS][count];
        Integer[] order = new Integer[count];
        for (int part = 0; part < PARTS; part++) {
            double work = works[part];
            again[part] = NOTICED + freshStart.minutes(work);
            for (int i = 0; i < count; i++) {
                order[i] = i;
            }
            Arrays.sort(order, Comparator.comparingDouble(i -> (work - behind[i]) / nodes[i].speed()));
            for (int i = 0; i < count; i++) {
                Asker node = nodes[order[i]];
                left[part][i] = minutes(node, work - behind[order[i]]);
                chance[part][i] = node.stayChances().chance(node.uptime(), left[part][i]);
            }
        }
        return new RunForecast(now, works, again, left, chance);
    }

    boolean isFresh(Instant now, Duration stands) {
        return now.isBefore(at.plus(stands));
    }

    private static double minutes(Asker node, double work) {
        return Math.max(SHORTEST, work / node.speed());
    }

    /** Minutes until the first copy is done, or the task was begun again after all died. */
    public double expected() {
        return expected;
    }

    /** The same with one more copy that begins now on this node. */
    double expectedWith(Asker node) {
        double age = node.uptime();
        double sum = 0;
        for (int part = 0; part < works.length; part++) {
            double minutes = minutes(node, works[part]);
            sum += expectation(part, minutes, node.stayChances().chance(age, minutes));
        }
        return sum / works.length;
    }

    /** @param more minutes of one more copy, or infinite */
    private double expectation(int part, double more, double chanceOfMore) {
        double none = 1;
        double sum = 0;
        double last = 0;
        boolean isCounted = more == Double.POSITIVE_INFINITY;
        for (int i = 0; i < left[part].length; i++) {
            if (!isCounted && more <= left[part][i]) {
                isCounted = true;
                sum += none * chanceOfMore * more;
                none *= 1 - chanceOfMore;
            }
            last = left[part][i];
            sum += none * chance[part][i] * last;
            none *= 1 - chance[part][i];
        }
        if (!isCounted) {
            last = more;
            sum += none * chanceOfMore * more;
            none *= 1 - chanceOfMore;
        }
        return sum + none * (last / 2 + again[part]);
    }
}
