package org.gleaner.cli.simulate;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.core.ahead.Variation;
import org.gleaner.core.grid.StoredGrid.NodeRow;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.observer.Presence;
import org.gleaner.core.store.PastStay;
import org.gleaner.protocol.message.PastQuestion;
import org.gleaner.server.store.FinishedTask;
import org.gleaner.server.store.StorePast;
import org.gleaner.simulator.scenario.HistoryScenario;
import org.gleaner.simulator.scenario.HistoryScenario.Finished;
import org.gleaner.simulator.scenario.HistoryScenario.Uptime;
import org.gleaner.simulator.scenario.Pace;
import org.gleaner.simulator.scenario.Scenario;
import org.gleaner.simulator.scenario.ScenarioError;
import org.gleaner.simulator.scenario.TrialMachine;

/** Makes a scenario of what a server has recorded: when its machines were there and what was done. */
final class OwnHistory {
    private final StorePast past;
    private final Map<NodeId, NodeRow> nodes = new TreeMap<>();
    private final Instant since;
    private final double meanPower;

    private OwnHistory(StorePast past, Instant since) {
        this.past = past;
        this.since = since;
        past.nodes().forEach(row -> nodes.put(row.node(), row));
        this.meanPower = past.nodes().stream()
                .mapToLong(row -> row.facts().benchmark().toMillis())
                .filter(millis -> millis > 0)
                .average()
                .orElse(TrialMachine.REFERENCE_POWER);
    }

    /** @param since what began earlier counts as begun then */
    static Scenario scenario(StorePast past, Instant since, Pace pace, Duration watch) throws ScenarioError {
        OwnHistory history = new OwnHistory(past, since);
        return HistoryScenario.of(history.uptimes(), history.finished(), pace, watch);
    }

    /**
     * The pool as it was and as it would have been, aligned in time: work arrives when it did, after the machines came.
     */
    static Pair pair(StorePast past, PastQuestion question) throws ScenarioError {
        OwnHistory history = new OwnHistory(past, question.since());
        List<Uptime> now = history.uptimes();
        List<Finished> finished = history.finished();
        long begin = HistoryScenario.begin(now);
        long first = finished.stream().mapToLong(Finished::submitted).min().orElse(begin);
        Duration watch = Duration.ofMillis(Math.max(0, first - begin));
        Scenario before = HistoryScenario.of(now, finished, new Pace.AsRecorded(), watch, begin);
        List<Uptime> then = changed(now, question);
        boolean late = then.stream().allMatch(one -> one.until() <= first);
        if (then.isEmpty() || late) {
            throw new ScenarioError(
                    "Nothing would have been done.",
                    "Without these machines there would have been none to do the work.",
                    "Remove fewer machines.");
        }
        return new Pair(before, HistoryScenario.of(then, finished, new Pace.AsRecorded(), watch, begin));
    }

    /** The same work with and without a change. */
    record Pair(Scenario now, Scenario then) {}

    /** New machines come and go as those that they are like. */
    private static List<Uptime> changed(List<Uptime> uptimes, PastQuestion question) throws ScenarioError {
        Map<String, List<Uptime>> byNode = new TreeMap<>();
        uptimes.forEach(one ->
                byNode.computeIfAbsent(one.node(), node -> new ArrayList<>()).add(one));
        Map<String, List<Uptime>> changed = new TreeMap<>(byNode);
        question.remove().forEach(node -> changed.remove(node.toString()));
        int number = 0;
        for (Variation.Twins some : question.add()) {
            List<List<Uptime>> like = some.like().stream()
                    .map(node -> byNode.getOrDefault(node.toString(), List.of()))
                    .filter(ups -> !ups.isEmpty())
                    .toList();
            if (like.isEmpty()) {
                throw new ScenarioError(
                        "Nobody can say how the new machines would have behaved.",
                        "None of the machines they would be like was there in that time.",
                        "Look further back with --since, or name other machines.");
            }
            for (int i = 0; i < some.count(); i++) {
                String name = "more-" + ++number;
                changed.put(
                        name,
                        like.get(i % like.size()).stream()
                                .map(up -> new Uptime(name, up.slots(), up.power(), up.from(), up.until()))
                                .toList());
            }
        }
        return changed.values().stream().flatMap(List::stream).toList();
    }

    private List<Uptime> uptimes() {
        List<Uptime> uptimes = new ArrayList<>();
        for (PastStay stay : past.stays()) {
            add(uptimes, stay.node(), stay.from(), stay.to());
        }
        Map<NodeId, Instant> seen = lastSeen();
        past.beliefs().nodes().forEach((node, belief) -> {
            Presence presence = belief.presence();
            Instant since = presence.since();
            Instant until = seen.get(node);
            if (since != null && until != null) {
                add(uptimes, node, since.minus(presence.before()), until);
            }
        });
        return uptimes;
    }

    private Instant clipped(Instant instant) {
        return instant.isBefore(since) ? since : instant;
    }

    private void add(List<Uptime> uptimes, NodeId node, Instant began, Instant until) {
        Instant from = clipped(began);
        NodeRow row = nodes.get(node);
        if (row != null && row.capacity().slots() > 0 && until.isAfter(from)) {
            uptimes.add(new Uptime(
                    node.toString(), row.capacity().slots(), power(node), from.toEpochMilli(), until.toEpochMilli()));
        }
    }

    /** A stay that goes on is taken to last until the last that is recorded of its node, which may be gone since. */
    private Map<NodeId, Instant> lastSeen() {
        Map<NodeId, Instant> seen = new TreeMap<>();
        past.nodes().forEach(row -> seen.put(row.node(), row.at()));
        past.finished().forEach(one -> seen.merge(one.node(), one.ended(), (a, b) -> a.isAfter(b) ? a : b));
        return seen;
    }

    private List<Finished> finished() {
        List<Finished> finished = new ArrayList<>();
        for (FinishedTask one : past.finished()) {
            finished.add(new Finished(
                    one.owner().name(),
                    one.type(),
                    clipped(one.submitted()).toEpochMilli(),
                    one.ran().toMillis(),
                    power(one.node())));
        }
        return finished;
    }

    /** Milliseconds for the benchmark; a node that never said is taken to be like the others. */
    private double power(NodeId node) {
        NodeRow row = nodes.get(node);
        long millis = row == null ? 0 : row.facts().benchmark().toMillis();
        return millis > 0 ? millis : meanPower;
    }
}
