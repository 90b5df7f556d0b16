package org.gleaner.cli.simulate;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.core.grid.StoredGrid.NodeRow;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.observer.Presence;
import org.gleaner.core.store.PastStay;
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
