package org.gleaner.core.placing;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.gleaner.core.grid.Decision;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Piece;
import org.gleaner.core.grid.SoftEvent;
import org.gleaner.core.grid.Survey;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.observer.Bins;
import org.gleaner.core.observer.Minutes;
import org.gleaner.core.observer.PoolHazard;
import org.gleaner.core.observer.RunLengths;
import org.gleaner.core.observer.TypeBelief;
import org.gleaner.core.observer.WorkSpread;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.pool.GridNode;
import org.gleaner.core.pool.LiveAttempt;
import org.gleaner.core.pool.Matches;
import org.gleaner.core.pool.Nodes;
import org.gleaner.core.scheduling.Asker;
import org.gleaner.core.scheduling.FreshStart;
import org.gleaner.core.scheduling.Load;
import org.gleaner.core.scheduling.Market;
import org.gleaner.core.scheduling.PoolReach;
import org.gleaner.core.scheduling.Prices;
import org.gleaner.core.scheduling.RunForecast;
import org.gleaner.core.scheduling.Underway;

/**
 * Looks at all nodes and all that runs, now and then, for what moves slowly and would cost too much at every decision:
 * how fast the pool is, how long open tasks have run, what work is worth. The events say what was seen, so nobody who
 * asks meanwhile can change it.
 */
public record Surveying(Roster roster, Instant now) {
    private static final int SAMPLE = 256;

    /** Of so many running tasks it is kept how they go on; redundancy looks at fewer. */
    private static final int WATCHED = 256;

    static Survey pool(Nodes nodes, Instant now) {
        Instant first = now;
        PoolHazard.Sum hazard = new PoolHazard.Sum();
        DoubleStream.Builder benchmarks = DoubleStream.builder();
        for (GridNode node : nodes.values()) {
            first = node.isAwaited() && node.heard().isBefore(first) ? node.heard() : first;
            if (node.isMember(now)) {
                hazard.add(node.belief(), node.uptime(now));
                if (node.benchmark() > 0) {
                    benchmarks.add(node.benchmark());
                }
            }
        }
        return Survey.of(now, benchmarks.build().toArray(), first, hazard.hazard());
    }

    public boolean isDue() {
        return isRoundDue() || (roster.isPoolChanged() && roster.learns()) || isWatchDue();
    }

    private boolean isRoundDue() {
        return !roster.nextSurvey().isAfter(now);
    }

    /** Only when nothing is ready is anything copied; who looks ahead meets that all the time. */
    private boolean isWatchDue() {
        return roster.running().redundancy().looksAhead()
                && (roster.groups().isEmpty() || !roster.learns())
                && !roster.running().isEmpty()
                && !now.isBefore(roster.running().watched().plus(roster.pace(now)));
    }

    private boolean looksAhead() {
        return roster.strategy().looksAhead() || roster.running().redundancy().looksAhead();
    }

    public Decision survey() {
        boolean round = isRoundDue();
        Survey pool = roster.isPoolChanged() || (round && roster.survey().isOld(now))
                ? pool(roster.nodes(), now)
                : roster.survey();
        boolean overtime =
                round && roster.settings().isWeighted() && roster.shares().areShared();
        boolean ahead = round && looksAhead() && roster.market().isOld(now);
        List<GridEvent> events = new ArrayList<>();
        events.add(new SoftEvent.Surveyed(
                pool,
                round ? now.plus(roster.pace(now)) : roster.nextSurvey(),
                overtime ? Overtime.of(roster, now) : null));
        if (round) {
            new Urgency(roster, now).changes().ifPresent(events::add);
        }
        if (ahead && roster.learns()) {
            events.add(runTimes(pool));
        } else if (round && !looksAhead() && !roster.market().equals(Market.UNKNOWN)) {
            events.add(new SoftEvent.MarketSeen(Market.UNKNOWN, new TreeMap<>()));
        }
        return new Decision.Accepted(
                events, List.of(), List.of(new Piece.LookAhead(ahead), new Piece.LookRound(round)));
    }

    /** How long every active type's open tasks have run, and what is usual. */
    public SoftEvent.RunTimesSeen runTimes(Survey pool) {
        Map<TypeKey, double[]> ran = ran(pool);
        Map<TypeKey, Bins> open = new TreeMap<>();
        for (TypeKey type : roster.groups().active().keySet()) {
            double[] bins = ran.get(type);
            open.put(type, bins == null ? Bins.empty(RunLengths.POINTS) : Bins.of(bins));
        }
        double[] finished = new double[RunLengths.POINTS];
        Map<TypeKey, TypeBelief> beliefs = roster.groups().beliefs();
        if (!roster.learns()) {
            // Nobody will look again, and jobs of these types may still come.
            beliefs.keySet().forEach(type -> open.putIfAbsent(type, Bins.empty(RunLengths.POINTS)));
        }
        for (TypeBelief belief : beliefs.values()) {
            for (int point = 0; point < RunLengths.POINTS; point++) {
                finished[point] += belief.finished().at(point);
            }
        }
        return new SoftEvent.RunTimesSeen(open, WorkSpread.usual(Bins.of(finished)));
    }

    /** How long tasks that are not done have run at least, normalised by speed, counted by type. */
    private Map<TypeKey, double[]> ran(Survey pool) {
        Map<TaskId, Double> farthest = new HashMap<>();
        for (GridNode node : roster.nodes().values()) {
            for (LiveAttempt attempt : node.live()) {
                double minutes = Math.max(0, Minutes.of(Duration.between(attempt.assigned(), now)));
                farthest.merge(attempt.id().task(), minutes * pool.speed(node.benchmark()), Math::max);
            }
        }
        for (JobId id : roster.interrupted()) {
            roster.jobs()
                    .open(id)
                    .past()
                    .all()
                    .forEach((ordinal, minutes) -> farthest.merge(new TaskId(id, ordinal), minutes, Math::max));
        }
        Map<TypeKey, double[]> ran = new HashMap<>();
        farthest.forEach((task, minutes) -> {
            OpenJob job = roster.jobs().get(task.job());
            if (job != null) {
                double[] bins = ran.computeIfAbsent(job.type(), type -> new double[RunLengths.POINTS]);
                bins[(int) RunLengths.position(minutes)]++;
            }
        });
        return ran;
    }

    /** What work is worth, if that is to be found out; and after that how single tasks go on, in their new order. */
    public Decision lookAhead(Piece.LookAhead command) {
        if (command.market()) {
            return new Decision.Accepted(List.of(market()), List.of(), List.of(new Piece.LookAhead(false)));
        }
        return isWatchDue()
                ? new Decision.Accepted(List.of(new SoftEvent.ForecastsSeen(now, forecasts())), List.of(), List.of())
                : Decision.nothing();
    }

    private SoftEvent.MarketSeen market() {
        List<Load> loads = new ArrayList<>();
        Map<TypeKey, Integer> startable = startable();
        roster.groups()
                .active()
                .forEach((type, tally) ->
                        loads.add(new Load(tally.work(), startable.getOrDefault(type, 0), tally.taken())));
        boolean flow = roster.policy().objective().isSoon(roster.arrivals().keepComing(now, minutesOf(loads)));
        List<Asker> sample = sample();
        Prices before = roster.market().prices();
        Market market = new Market(
                flow && roster.isOfOneMind() ? before : prices(before, loads, sample),
                FreshStart.of(sample),
                PoolReach.of(sample),
                flow,
                now);
        return new SoftEvent.MarketSeen(market, ends(market));
    }

    /** How many tasks of each type could start now, if the nodes that fit were free; the others are in nobody's way. */
    public Map<TypeKey, Integer> startable() {
        Set<Matches.NodeKind> kinds = new LinkedHashSet<>();
        for (GridNode node : roster.nodes().values()) {
            if (node.connected() && node.isServed(roster.settings())) {
                kinds.add(node.kind());
            }
        }
        Map<TypeKey, Integer> startable = new HashMap<>();
        for (ReadyGroup group : roster.groups().offerable()) {
            TypeKey type = group.key().type();
            if (kinds.stream().anyMatch(kind -> kind.fits(group.key().wanted(), type.type()))) {
                startable.merge(type, group.startable(), Integer::sum);
            }
        }
        return startable;
    }

    /** About how long all that is open will take. */
    private double minutesOf(List<Load> loads) {
        double work = 0;
        double longest = 0;
        for (Load load : loads) {
            work += (load.ready() + load.running() / 2.0) * load.work().mean();
            longest = Math.max(longest, load.work().mean());
        }
        return work / Math.max(1, roster.nodes().fleet().slots()) + longest;
    }

    private Prices prices(Prices before, List<Load> loads, List<Asker> sample) {
        double scale = sample.isEmpty() ? 1 : (double) roster.nodes().fleet().nodes() / sample.size();
        return before.next(loads, sample, scale);
    }

    /** Nodes that are there, evenly chosen. */
    private List<Asker> sample() {
        int step = Math.max(1, (roster.nodes().fleet().nodes() + SAMPLE - 1) / SAMPLE);
        List<Asker> sample = new ArrayList<>();
        int seen = 0;
        for (GridNode node : roster.nodes().values()) {
            if (node.connected() && node.isServed(roster.settings()) && seen++ % step == 0) {
                sample.add(new ObservedNode(roster, node, now));
            }
        }
        return sample;
    }

    /** As time has passed: what should have ended long ago will take longer than what has just begun. */
    private Map<TaskId, Instant> ends(Market market) {
        Map<TaskId, Instant> ends = new LinkedHashMap<>();
        if (roster.running().redundancy().looksAhead() && roster.groups().isEmpty()) {
            for (Underway one : roster.running().inOrder()) {
                RunForecast forecast = RunForecast.of(one, this::node, market.freshStart(), now);
                ends.put(one.task(), now.plus(Minutes.duration(forecast.expected())));
            }
        }
        return ends;
    }

    private Map<TaskId, RunForecast> forecasts() {
        Map<TaskId, RunForecast> forecasts = new LinkedHashMap<>();
        FreshStart freshStart = roster.market().freshStart();
        for (Underway one : roster.running().inOrder()) {
            if (forecasts.size() == WATCHED) {
                break;
            }
            forecasts.put(one.task(), RunForecast.of(one, this::node, freshStart, now));
        }
        return forecasts;
    }

    private Asker node(NodeId id) {
        return new ObservedNode(roster, roster.nodes().node(id), now);
    }
}
