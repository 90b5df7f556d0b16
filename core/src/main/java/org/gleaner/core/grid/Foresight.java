package org.gleaner.core.grid;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.observer.Bins;
import org.gleaner.core.observer.Minutes;
import org.gleaner.core.observer.Runtimes;
import org.gleaner.core.observer.TypeBelief;
import org.gleaner.core.observer.WorkSpread;
import org.gleaner.core.scheduling.Asker;
import org.gleaner.core.scheduling.FreshStart;
import org.gleaner.core.scheduling.Load;
import org.gleaner.core.scheduling.Market;
import org.gleaner.core.scheduling.Objective;
import org.gleaner.core.scheduling.Prices;

/**
 * What strategies that look ahead need of the whole: how long open tasks have run, what is usual, and what work is
 * worth. Worked out every few minutes, as it moves slowly and costs a look at all that runs.
 */
record Foresight(Market market, Instant at) {
    static final Foresight NONE = new Foresight(Market.UNKNOWN, Instant.MIN);

    private static final Duration STANDS = Duration.ofMinutes(5);
    private static final int SAMPLE = 256;

    Foresight next(GridState state, Instant now) {
        if (now.isBefore(at.plus(STANDS))) {
            return this;
        }
        Map<TypeKey, TypeTally> active = state.groups.active();
        survey(state, active, now);
        List<Load> loads = new ArrayList<>();
        Map<TypeKey, Integer> startable = startable(state);
        active.forEach(
                (type, tally) -> loads.add(new Load(tally.work(), startable.getOrDefault(type, 0), tally.taken())));
        Objective objective = state.settings.objective();
        boolean flow = objective == Objective.FLOW
                || (objective == Objective.AUTO && state.arrivals.keepComing(now, minutesOf(loads, state)));
        List<Asker> sample = sample(state, now);
        Prices prices = flow ? market.prices() : prices(loads, sample, state.fleet.nodes());
        Market next = new Market(prices, FreshStart.of(sample), flow);
        if (state.groups.isEmpty()) {
            // Only then is anything copied.
            state.running.renew(state, next, now);
        }
        return new Foresight(next, now);
    }

    /** How many tasks of each type could start now, if the nodes that fit were free; the others are in nobody's way. */
    static Map<TypeKey, Integer> startable(GridState state) {
        Set<Matches.NodeKind> kinds = new LinkedHashSet<>();
        for (GridNode node : state.nodes.values()) {
            if (node.connected() && state.serves(node)) {
                kinds.add(node.kind());
            }
        }
        Map<TypeKey, Integer> startable = new HashMap<>();
        for (ReadyGroups.Group group : state.groups.offerable()) {
            TypeKey type = group.key().type();
            if (kinds.stream().anyMatch(kind -> kind.fits(group.key().wanted(), type.type()))) {
                startable.merge(type, group.startable(), Integer::sum);
            }
        }
        return startable;
    }

    /** Lets every type know how long its open tasks have run, and what is usual. */
    private static void survey(GridState state, Map<TypeKey, TypeTally> active, Instant now) {
        Map<TypeKey, double[]> ran = ran(state, now);
        double[] finished = new double[Runtimes.POINTS];
        for (TypeBelief belief : state.groups.beliefs().values()) {
            for (int point = 0; point < Runtimes.POINTS; point++) {
                finished[point] += belief.finished().at(point);
            }
        }
        WorkSpread usual = WorkSpread.usual(Bins.of(finished));
        active.forEach((type, tally) -> {
            double[] open = ran.get(type);
            tally.survey(open == null ? Bins.empty(Runtimes.POINTS) : Bins.of(open), usual);
        });
    }

    /** About how long all that is open will take. */
    private static double minutesOf(List<Load> loads, GridState state) {
        double work = 0;
        double longest = 0;
        for (Load load : loads) {
            work += (load.ready() + load.running() / 2.0) * load.work().mean();
            longest = Math.max(longest, load.work().mean());
        }
        return work / Math.max(1, state.fleet.slots()) + longest;
    }

    private Prices prices(List<Load> loads, List<Asker> sample, int nodes) {
        double scale = sample.isEmpty() ? 1 : (double) nodes / sample.size();
        return market.prices().next(loads, sample, scale);
    }

    /** How long tasks that are not done have run at least, normalised by speed, counted by type. */
    private static Map<TypeKey, double[]> ran(GridState state, Instant now) {
        Survey survey = state.survey(now);
        Map<TaskId, Double> farthest = new HashMap<>();
        for (GridNode node : state.nodes.values()) {
            for (LiveAttempt attempt : node.live()) {
                double minutes = Math.max(0, Minutes.of(Duration.between(attempt.assigned(), now)));
                farthest.merge(attempt.id().task(), minutes * survey.speed(node), Math::max);
            }
        }
        for (JobId id : state.interrupted) {
            state.open(id)
                    .past()
                    .all()
                    .forEach((ordinal, minutes) -> farthest.merge(new TaskId(id, ordinal), minutes, Math::max));
        }
        Map<TypeKey, double[]> ran = new HashMap<>();
        farthest.forEach((task, minutes) -> {
            OpenJob job = state.job(task.job());
            if (job != null) {
                double[] bins = ran.computeIfAbsent(job.type(), type -> new double[Runtimes.POINTS]);
                bins[(int) Runtimes.position(minutes)]++;
            }
        });
        return ran;
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
