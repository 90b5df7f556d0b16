package org.gleaner.core.view;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.ClassUse;
import org.gleaner.core.grid.NodeRecord;
import org.gleaner.core.grid.NodeSummary;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.TypeSummary;
import org.gleaner.core.grid.TypeUse;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.node.Held;
import org.gleaner.core.observer.Minutes;
import org.gleaner.core.observer.NodeBelief;
import org.gleaner.core.observer.RunLengths;
import org.gleaner.core.observer.StayChances;
import org.gleaner.core.observer.TypeBelief;
import org.gleaner.core.observer.WorkSpread;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.placing.ObservedNode;
import org.gleaner.core.placing.Probation;
import org.gleaner.core.placing.Roster;
import org.gleaner.core.placing.TypeTally;
import org.gleaner.core.pool.GridNode;
import org.gleaner.core.pool.LiveAttempt;
import org.jspecify.annotations.Nullable;

/** Tells people what the observer believes. */
record ObservedQueries(Roster roster, Instant now) {
    private static final int MOST_TYPES = 1_000;
    private static final int MOST_RUNS = 10_000;
    private static final double LONGEST = 0.99;
    private static final double TENTH = 0.1;
    private static final double NINE_TENTHS = 0.9;
    /** Close enough together that a line through them shows how the chance falls. */
    private static final List<Duration> SPANS =
            Stream.of(30, 60, 120, 240, 480, 960, 1440).map(Duration::ofMinutes).toList();

    NodeRecord of(GridNode node) {
        NodeBelief belief = node.belief();
        List<NodeRecord.Chance> chances = new ArrayList<>();
        if (isThere(node)) {
            SPANS.forEach(span -> chances.add(new NodeRecord.Chance(span, chance(node, span))));
        }
        return new NodeRecord(
                roster.survey().speed(node.benchmark()),
                belief.reliability(),
                belief.outcomes().size(),
                new Probation(roster, now).isOn(node),
                Minutes.duration(belief.usualUptime()),
                belief.uptimes().size(),
                Minutes.duration(node.uptime(now)),
                chances);
    }

    NodeSummary.Staying staying(GridNode node) {
        NodeBelief belief = node.belief();
        return new NodeSummary.Staying(
                belief.uptimes().isEmpty() ? null : Minutes.duration(belief.usualUptime()),
                isThere(node) ? chance(node, NodeSummary.Staying.MORE) : null);
    }

    private static boolean isThere(GridNode node) {
        return node.connected() && node.belief().presence().since() != null;
    }

    private double chance(GridNode node, Duration more) {
        StayChances stayChances = new ObservedNode(roster, node, now).stayChances();
        return stayChances.chance(node.uptime(now), Minutes.of(more));
    }

    Reply types(Caller caller) {
        List<TypeKey> last = roster.groups().usedLast(type -> caller.mayTouch(type.owner()), MOST_TYPES + 1);
        List<TypeSummary> types =
                last.stream().limit(MOST_TYPES).map(this::summary).toList();
        return new Reply.Types(types, last.size() > MOST_TYPES);
    }

    private TypeSummary summary(TypeKey type) {
        TypeTally tally = Objects.requireNonNull(roster.groups().known(type));
        TypeBelief belief = Objects.requireNonNull(tally.belief());
        return new TypeSummary(
                type,
                tally.ready(),
                tally.taken(),
                belief.done(),
                Minutes.duration(belief.spent()),
                belief.used(),
                runtimes(belief),
                TypeUse.of(belief.footprints().all()),
                belief.footprints().ofClasses().entrySet().stream()
                        .map(one -> new ClassUse(one.getKey(), TypeUse.of(one.getValue())))
                        .toList());
    }

    Reply.Running running(OpenJob job) {
        TypeTally tally = roster.groups().known(job.type());
        TypeBelief belief = tally == null ? null : tally.belief();
        WorkSpread seen = belief == null || !belief.isKnown()
                ? null
                : WorkSpread.mixed(belief.finished().toArray());
        return new Reply.Running(
                job.id(),
                job.live().stream()
                        .limit(MOST_RUNS)
                        .map(attempt -> run(attempt, seen))
                        .toList());
    }

    private Reply.Run run(LiveAttempt attempt, @Nullable WorkSpread seen) {
        GridNode node = roster.nodes().node(attempt.node());
        Held.State held = attempt.held();
        boolean suspended = held == Held.State.SUSPENDED;
        boolean begun = suspended || held == Held.State.RUNNING || (held == null && isFirst(node, attempt));
        if (!begun) {
            return new Reply.Run(attempt.id(), null, null, false);
        }
        Duration elapsed = node.held(attempt.lane(), now);
        double speed = roster.survey().speed(node.benchmark());
        double ran = Minutes.of(elapsed) * speed;
        return new Reply.Run(attempt.id(), elapsed, seen == null ? null : left(seen, ran, speed), suspended);
    }

    /** The others of its lane have not begun; of the first its node may not have spoken yet. */
    private static boolean isFirst(GridNode node, LiveAttempt attempt) {
        return node.live().stream()
                .filter(one -> one.lane() == attempt.lane())
                .findFirst()
                .filter(attempt::equals)
                .isPresent();
    }

    /** What runs longer than all before says nothing about when it ends. */
    private static @Nullable Duration left(WorkSpread seen, double ran, double speed) {
        return ran < seen.quantile(LONGEST) ? Minutes.duration((seen.beyond(ran).mean() - ran) / speed) : null;
    }

    private static TypeSummary.@Nullable RunTimes runtimes(TypeBelief belief) {
        if (!belief.isKnown()) {
            return null;
        }
        WorkSpread seen = WorkSpread.mixed(belief.finished().toArray());
        // Of the same tasks as the quantiles, not of the last few; below a second only those tell.
        double work = seen.quantile(NINE_TENTHS) > RunLengths.at(0) ? seen.mean() : belief.meanWork();
        return new TypeSummary.RunTimes(
                Minutes.duration(belief.meanRuntime()),
                Minutes.duration(work),
                Minutes.duration(seen.quantile(TENTH)),
                Minutes.duration(seen.quantile(NINE_TENTHS)));
    }
}
