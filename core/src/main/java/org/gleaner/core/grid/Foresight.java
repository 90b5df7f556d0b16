package org.gleaner.core.grid;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.observer.Bins;
import org.gleaner.core.observer.Minutes;
import org.gleaner.core.observer.Runtimes;
import org.gleaner.core.observer.TypeBelief;
import org.gleaner.core.observer.WorkSpread;
import org.gleaner.core.scheduling.Asker;
import org.gleaner.core.scheduling.Load;
import org.gleaner.core.scheduling.Prices;

/**
 * What strategies that look ahead need of the whole, worked out at a survey: how long open tasks have run, what is
 * usual, and what work of each length is worth.
 */
record Foresight(Prices prices, Instant pricedAt) {
    static final Foresight NONE = new Foresight(Prices.EQUAL, Instant.MIN);

    /** Prices move slowly and cost a look at many nodes. */
    private static final Duration PRICES_STAND = Duration.ofMinutes(5);

    private static final int SAMPLE = 256;

    Foresight next(GridState state, Instant now) {
        Map<TypeKey, double[]> ran = ran(state, now);
        double[] finished = new double[Runtimes.POINTS];
        for (TypeBelief belief : state.groups.beliefs().values()) {
            for (int point = 0; point < Runtimes.POINTS; point++) {
                finished[point] += belief.finished().at(point);
            }
        }
        WorkSpread usual = WorkSpread.usual(Bins.of(finished));
        Map<TypeKey, ReadyGroups.TypeTally> active = state.groups.active();
        active.forEach((type, tally) -> {
            double[] open = ran.get(type);
            tally.survey(open == null ? Bins.empty(Runtimes.POINTS) : Bins.of(open), usual);
        });
        if (now.isBefore(pricedAt.plus(PRICES_STAND))) {
            return this;
        }
        List<Load> loads = new ArrayList<>();
        active.values().forEach(tally -> loads.add(new Load(tally.work(), tally.ready(), tally.running())));
        List<Asker> sample = sample(state, now);
        double scale = sample.isEmpty() ? 1 : (double) state.fleet.nodes() / sample.size();
        return new Foresight(prices.next(loads, sample, scale), now);
    }

    /** How long the tasks that run have run, normalised by speed; of several copies the one that is farthest. */
    private static Map<TypeKey, double[]> ran(GridState state, Instant now) {
        Map<TypeKey, double[]> ran = new HashMap<>();
        for (OpenJob job : state.jobs.values()) {
            int ordinal = 0;
            double farthest = 0;
            for (LiveAttempt attempt : job.live()) {
                if (attempt.id().ordinal() != ordinal) {
                    add(ran, job, ordinal, farthest);
                    ordinal = attempt.id().ordinal();
                    farthest = 0;
                }
                double minutes = Math.max(0, Minutes.of(Duration.between(attempt.assigned(), now)));
                farthest = Math.max(farthest, minutes * state.survey(now).speed(state.node(attempt.node())));
            }
            add(ran, job, ordinal, farthest);
        }
        return ran;
    }

    private static void add(Map<TypeKey, double[]> ran, OpenJob job, int ordinal, double minutes) {
        if (ordinal > 0) {
            double[] bins = ran.computeIfAbsent(job.type(), type -> new double[Runtimes.POINTS]);
            bins[(int) Runtimes.position(minutes)]++;
        }
    }

    /** Nodes that are there, evenly chosen. */
    private static List<Asker> sample(GridState state, Instant now) {
        int step = Math.max(1, (state.fleet.nodes() + SAMPLE - 1) / SAMPLE);
        List<Asker> sample = new ArrayList<>();
        int seen = 0;
        for (GridNode node : state.nodes.values()) {
            if (node.connected() && state.serves(node) && seen++ % step == 0) {
                sample.add(new ObservedNode(state, node, now));
            }
        }
        return sample;
    }
}
