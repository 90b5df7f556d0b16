package org.gleaner.core.placing;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.SoftEvent;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.observer.Consumption;
import org.gleaner.core.observer.Minutes;
import org.gleaner.core.observer.NodeBelief;
import org.gleaner.core.observer.NodeClass;
import org.gleaner.core.observer.Presence;
import org.gleaner.core.observer.Stay;
import org.gleaner.core.observer.Tries;
import org.gleaner.core.observer.TypeBelief;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.pool.GridNode;
import org.gleaner.core.pool.LiveAttempt;
import org.jspecify.annotations.Nullable;

/**
 * Folds what was decided into beliefs: looks at the events of one decision before they are applied and adds the events
 * that say what is believed then. No decision needs to think of it.
 */
public final class Observer {
    /** Nodes can say what they like of a stay that we have not seen; this much is believed. */
    private static final Duration BELIEVED = Duration.ofDays(366);

    /** A lane is charged once in a decision, however many of its attempts end. */
    private record Lane(NodeId node, int number) {}

    /** What attempts of one lane that are done held together, and for how much of it each ran. */
    private static final class Stretch {
        private final TypeKey type;
        private double held;
        private double ran;
        private int attempts;

        Stretch(TypeKey type) {
            this.type = type;
        }

        void add(double minutes, double run) {
            held += minutes;
            ran += run;
            attempts++;
        }

        /** A lane that was charged at this very moment says nothing. */
        Tries learnt(Tries tries) {
            Tries learnt = tries;
            for (int i = 0; held > 0 && i < attempts; i++) {
                learnt = learnt.held(held / attempts, ran / attempts);
            }
            return learnt;
        }
    }

    private final Roster roster;
    private final List<GridEvent> events;
    private final Instant now;
    private final Set<Lane> charged = new HashSet<>();
    private final Map<Lane, Stretch> stretches = new LinkedHashMap<>();
    private final Map<NodeId, NodeBelief> nodes = new TreeMap<>();
    private final Map<TypeKey, TypeBelief> types = new TreeMap<>();
    private final List<GridEvent> ends = new ArrayList<>();
    private final List<GridEvent> runs = new ArrayList<>();

    private Observer(Roster roster, List<GridEvent> events, Instant now) {
        this.roster = roster;
        this.events = events;
        this.now = now;
    }

    /** The events with what follows from them for beliefs. */
    public static List<GridEvent> watch(Roster roster, List<GridEvent> events, Instant now) {
        Observer observer = null;
        for (GridEvent event : events) {
            if (event instanceof GridEvent.AttemptEnded
                    || event instanceof GridEvent.NodeIntroduced
                    || event instanceof SoftEvent.NodeHeard) {
                observer = observer == null ? new Observer(roster, events, now) : observer;
                observer.look(event);
            }
        }
        return observer == null ? events : observer.withBeliefs();
    }

    private List<GridEvent> withBeliefs() {
        for (Stretch stretch : stretches.values()) {
            TypeBelief before = belief(stretch.type);
            types.put(stretch.type, before.tried(stretch.learnt(before.tries()), now));
        }
        if (nodes.isEmpty() && types.isEmpty() && runs.isEmpty()) {
            return events;
        }
        List<GridEvent> all = new ArrayList<>(events);
        all.addAll(ends);
        all.addAll(runs);
        nodes.forEach((node, belief) -> all.add(new GridEvent.NodeObserved(node, belief)));
        types.forEach((type, belief) -> all.add(new GridEvent.TypeObserved(type, belief)));
        return all;
    }

    private void look(GridEvent event) {
        if (event instanceof GridEvent.AttemptEnded ended && !isForgotten(ended.node())) {
            ended(ended);
        } else if (event instanceof GridEvent.NodeIntroduced introduced) {
            introduced(introduced);
        } else if (event instanceof SoftEvent.NodeHeard heard && !heard.report().farewell()) {
            // A farewell is no pause: the stay ends there, unless the next introduction goes on with it.
            present(heard.node(), heard.report().offer().slots() > 0);
        }
    }

    /** Of a node that was forgotten nothing is to be known. */
    private boolean isForgotten(NodeId id) {
        return roster.nodes().get(id) != null && roster.nodes().known(id) == null;
    }

    private NodeBelief belief(NodeId id) {
        NodeBelief pending = nodes.get(id);
        GridNode node = roster.nodes().get(id);
        return pending != null ? pending : node == null ? NodeBelief.NEW : node.belief();
    }

    private void ended(GridEvent.AttemptEnded event) {
        AttemptReport report = event.report();
        OpenJob job = roster.jobs().open(event.attempt().job());
        LiveAttempt live = job.live(event.attempt());
        NodeBelief before = belief(event.node());
        NodeBelief after = live == null && report.outcome() != Outcome.DONE ? before : before.after(report.outcome());
        if (report.outcome() == Outcome.EVICTED
                && live != null
                && before.presence().isBegun()) {
            after = died(event.node(), after, now);
        }
        if (!after.equals(before)) {
            nodes.put(event.node(), after);
        }
        learn(job, event, live);
    }

    private void learn(OpenJob job, GridEvent.AttemptEnded event, @Nullable LiveAttempt live) {
        TypeKey type = job.type();
        GridNode node = roster.nodes().node(event.node());
        double speed = roster.survey().speed(node.benchmark());
        Outcome outcome = event.report().outcome();
        if (!roster.learns()) {
            noteLoss(job, event, live, speed);
            return;
        }
        double reported = Minutes.of(event.report().usage().run());
        double held = live == null || !node.isCharged(outcome) ? 0 : held(node, live);
        if (held > 0) {
            types.put(type, belief(type).took(held * node.slotsFor(job.spec().needs()), now));
        }
        tried(job, event, reported, speed);
        if (live != null && outcome == Outcome.DONE) {
            stretches
                    .computeIfAbsent(new Lane(event.node(), live.lane()), lane -> new Stretch(type))
                    .add(held, reported);
        }
        if (outcome == Outcome.DONE) {
            types.put(type, belief(type).ran(reported, speed, now).used(kind(node), used(event, reported, node), now));
        } else if (outcome == Outcome.OUT_OF_MEMORY) {
            Consumption memory = used(event, reported, node).memoryOnly();
            types.put(type, belief(type).used(kind(node), memory, now));
        } else {
            noteLoss(job, event, live, speed);
        }
    }

    /** Whether attempts of the type fail, and when. */
    private void tried(OpenJob job, GridEvent.AttemptEnded event, double ran, double speed) {
        Outcome outcome = event.report().outcome();
        if (!outcome.isFinished()) {
            return;
        }
        TypeBelief before = belief(job.type());
        boolean failedBefore = job.record(event.attempt().ordinal()).failures() > 0;
        Tries tries = outcome == Outcome.DONE
                ? before.tries().succeeded(failedBefore)
                : before.tries()
                        .failed(
                                failedBefore,
                                outcome.charge() == Outcome.Charge.LIMIT && event.then() == TaskState.BLOCKED,
                                ran * speed);
        types.put(job.type(), before.tried(tries, now));
    }

    /** A task that was lost is longer than it had run; of several that stand for each other nobody can say that. */
    private void noteLoss(OpenJob job, GridEvent.AttemptEnded event, @Nullable LiveAttempt live, double speed) {
        Outcome outcome = event.report().outcome();
        if (live == null || job.isInLots() || (outcome != Outcome.LOST && outcome != Outcome.EVICTED)) {
            return;
        }
        Instant last =
                outcome == Outcome.LOST ? roster.nodes().node(event.node()).heard() : now;
        if (last.isAfter(live.assigned())) {
            double minutes = Minutes.of(Duration.between(live.assigned(), last));
            runs.add(new SoftEvent.TaskRan(event.attempt().task(), minutes * speed));
        }
    }

    private NodeClass kind(GridNode node) {
        return NodeClass.of(
                node.facts().os(), node.facts().arch(), roster.survey().speed(node.benchmark()));
    }

    private static Consumption used(GridEvent.AttemptEnded event, double minutes, GridNode node) {
        AttemptReport.Usage usage = event.report().usage();
        return new Consumption(minutes, Minutes.of(usage.cpu()), usage.peak().bytes())
                .within(node.facts().cores());
    }

    /**
     * Minutes that the attempt held its lane, by the server's clock and until its node was last heard: a node that is
     * away is nobody's. What one says that was given up counts for nobody either.
     */
    private double held(GridNode node, LiveAttempt live) {
        boolean first = charged.add(new Lane(node.id(), live.lane()));
        return first ? Minutes.of(node.held(live.lane(), speaks(node.id()) ? now : node.heard())) : 0;
    }

    private boolean speaks(NodeId node) {
        for (GridEvent event : events) {
            if ((event instanceof SoftEvent.NodeAlive alive && alive.node().equals(node))
                    || (event instanceof SoftEvent.NodeHeard heard
                            && heard.node().equals(node))) {
                return true;
            }
        }
        return false;
    }

    private TypeBelief belief(TypeKey type) {
        TypeBelief pending = types.get(type);
        TypeBelief known = pending == null ? roster.groups().belief(type) : pending;
        return known == null ? TypeBelief.unknown(now) : known;
    }

    /** Another stay than the last one: that one ended when the node was last heard, unless it was not there anyway. */
    private void introduced(GridEvent.NodeIntroduced event) {
        Stay stay = event.stay();
        NodeBelief before = belief(event.node());
        if (stay.id().isEmpty() || stay.id().equals(before.presence().stay())) {
            present(event.node(), event.capacity().slots() > 0);
            return;
        }
        GridNode known = roster.nodes().get(event.node());
        if (known != null && known.isPast(stay.id())) {
            return;
        }
        Duration lasted = stay.lasted().compareTo(BELIEVED) < 0 ? stay.lasted() : BELIEVED;
        Instant began = noted().minus(lasted).truncatedTo(ChronoUnit.MILLIS);
        NodeBelief after = before;
        if (known != null && before.presence().since() != null) {
            after = died(event.node(), before, known.heard().isBefore(began) ? known.heard() : began);
        }
        Instant since = event.capacity().slots() > 0 ? began : null;
        nodes.put(event.node(), after.with(new Presence(stay.id(), Duration.ZERO, since, noted())));
    }

    private NodeBelief died(NodeId node, NodeBelief belief, Instant at) {
        Duration lasted = belief.presence().length(at);
        ends.add(new GridEvent.StayEnded(node, at.minus(lasted), at));
        return belief.died(at);
    }

    /** While its owner needs the node, no time counts. */
    private void present(NodeId node, boolean offers) {
        NodeBelief before = belief(node);
        Presence presence = before.presence();
        if (offers != (presence.since() != null)) {
            Instant since = offers ? now : null;
            nodes.put(node, before.with(new Presence(presence.stay(), presence.length(now), since, noted())));
        } else if (presence.isToBeNoted(now)) {
            nodes.put(node, before.with(presence.seenAt(noted())));
        }
    }

    /** Stored to the millisecond, as all instants are. */
    private Instant noted() {
        return now.truncatedTo(ChronoUnit.MILLIS);
    }
}
