package org.gleaner.core.placing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.StreamSupport;
import org.gleaner.core.attempt.EndedAttempt;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.grid.Brake;
import org.gleaner.core.grid.Policy;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Duty;
import org.gleaner.core.observer.TypeBelief;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.pool.GridNode;
import org.gleaner.core.scheduling.Candidates;
import org.gleaner.core.scheduling.Choice;
import org.gleaner.core.scheduling.CopyRequest;
import org.gleaner.core.scheduling.NodeReach;
import org.gleaner.core.scheduling.PoolView;
import org.gleaner.core.scheduling.Rule;
import org.gleaner.core.scheduling.Strategies;
import org.gleaner.core.scheduling.Strategy;
import org.gleaner.core.scheduling.Underway;
import org.gleaner.core.scheduling.WorkRequest;
import org.jspecify.annotations.Nullable;

/**
 * Chooses work for one lane of one node: which groups it could take, whose turn it is by the strategy, and how many
 * tasks make one call worth its while. Reads the state and changes nothing.
 */
public final class Placement {
    /**
     * Work for one lane: tasks of one job, and what decided so.
     *
     * @param reached how far the node reaches, if the strategy looks at it
     * @param passing who has saved up too many turns, and lets this one pass
     */
    public record Lane(
            OpenJob job,
            List<Integer> ordinals,
            String by,
            Rule rule,
            @Nullable NodeReach reached,
            @Nullable Owner passing) {
        Lane(OpenJob job, List<Integer> ordinals, Strategy strategy, Choice choice) {
            this(job, ordinals, strategy.name(), choice.rule(), choice.reached(), null);
        }

        Lane with(@Nullable Owner whoPasses) {
            return whoPasses == null ? this : new Lane(job, ordinals, by, rule, reached, whoPasses);
        }
    }

    /** How many ready tasks are looked at for one that did not just fail on this node. */
    private static final int LOOK_AHEAD = 64;

    /** How many jobs or running tasks are looked at for one that this node could run too. */
    private static final int MOST_LOOKED_AT = 1_000;

    /** The same in a grid that is only supposed: nobody will notice whether just this task had a copy. */
    private static final int MOST_SUPPOSED = 8;

    private static final double MILLIS_PER_MINUTE = 60_000;

    /** Of two the second may follow in the sandbox of the first, and then neither counts its start as its run. */
    private static final int PAIR = 2;

    /**
     * A task that comes alone is told to run for as long as its sandbox takes to start, too: on a slow machine by so
     * many times {@code chunk-time}. If that kept it alone, nobody would ever learn how short it is.
     */
    private static final int SLOW_START = 4;

    private final Roster roster;
    private final Instant now;
    private final RandomGenerator random;
    private final Refusals refusals;
    private final Probation probation;

    public Placement(Roster roster, Instant now, RandomGenerator random) {
        this.roster = roster;
        this.now = now;
        this.random = random;
        this.refusals = new Refusals(roster, now);
        this.probation = new Probation(roster, now);
    }

    public Optional<Lane> forNode(GridNode node) {
        Capacity free = node.free();
        if (free.slots() == 0 || !node.isServed(roster.settings()) || probation.isResting(node)) {
            return Optional.empty();
        }
        Optional<Lane> ready = ready(node, free);
        return ready.isPresent() || probation.isOn(node) ? ready : copy(node, free);
    }

    private Optional<Lane> ready(GridNode node, Capacity free) {
        if (roster.groups().isEmpty()) {
            return Optional.empty();
        }
        Candidates candidates = forThis(node, roster.groups().candidates(node.kind(), node.offered(), free));
        boolean weighted = roster.settings().isWeighted();
        ObservedNode asker = new ObservedNode(roster, node, now);
        while (!candidates.isEmpty()) {
            Candidates foremost = (weighted ? roster.shares().allowed(candidates) : candidates).foremost();
            Candidates whoseTurn = weighted ? roster.shares().turn(foremost) : foremost;
            Policy policy =
                    weighted ? roster.policy(whoseTurn.all().get(0).type().owner()) : roster.policy();
            Strategy strategy = Strategies.named(policy.strategy());
            PoolView pool = pool(policy);
            Optional<Choice> chosen = strategy.choose(new WorkRequest(asker, whoseTurn, pool, random));
            if (chosen.isEmpty()) {
                candidates = candidates.without(whoseTurn.all());
                continue;
            }
            Optional<Lane> lane = pick(node, chosen.get(), strategy);
            if (lane.isPresent()) {
                return weighted ? Optional.of(lane.get().with(roster.shares().passing(candidates.owners()))) : lane;
            }
            candidates = candidates.without(List.of(chosen.get().candidate()));
        }
        return Optional.empty();
    }

    /** Without what is not for this very node, though it is for others like it. */
    private Candidates forThis(GridNode node, Candidates found) {
        if (!roster.groups().areChoosy()) {
            return found;
        }
        return new Candidates(found.all().stream()
                .filter(one ->
                        roster.isFor(roster.groups().of(one).key().wanted().needs(), node))
                .toList());
    }

    private PoolView pool(Policy policy) {
        return new PoolView(
                roster.nodes().fleet().nodes(),
                roster.groups().activeTypes(),
                roster.settings().tuning(),
                roster.market(),
                policy.objective().isSoon(roster.market().keepsComing()),
                roster.standings());
    }

    /** A task that runs already and that this node shall run too, if redundancy finds one worth it. */
    private Optional<Lane> copy(GridNode node, Capacity free) {
        if (roster.running().isEmpty()) {
            return Optional.empty();
        }
        Iterator<Underway> running = StreamSupport.stream(
                        roster.running().inOrder().spliterator(), false)
                .limit(MOST_LOOKED_AT)
                .filter(one -> mayCopy(one, node, free))
                .limit(roster.learns() ? MOST_LOOKED_AT : MOST_SUPPOSED)
                .iterator();
        ObservedNode asker = new ObservedNode(roster, node, now);
        CopyRequest request = new CopyRequest(
                asker,
                now,
                running,
                id -> new ObservedNode(roster, roster.nodes().node(id), now),
                pool(roster.policy()),
                // Until somebody looks again, and a little longer.
                roster.pace(now).multipliedBy(3).dividedBy(2));
        return roster.running()
                .redundancy()
                .choose(request)
                .map(one -> new Lane(
                        roster.jobs().open(one.task().job()),
                        List.of(one.task().ordinal()),
                        roster.running().redundancy().name(),
                        Rule.COPY,
                        null,
                        roster.settings().isWeighted() ? roster.shares().passing(List.of()) : null));
    }

    /** Whether this node could take the copy that the task may have. */
    private boolean mayCopy(Underway one, GridNode node, Capacity free) {
        OpenJob job = roster.jobs().open(one.task().job());
        return !one.isOn(node.id())
                && job.mayHaveOneMore()
                && roster.fits(job, node)
                && node.offered().hasRoomFor(job.spec().needs(), free)
                && roster.isFor(job.spec().needs(), node)
                && isWelcome(node, job)
                && !shouldGoElsewhere(job, one.task().ordinal(), node);
    }

    /** Those jobs that may be tried here, in the order of their turns. */
    private Collection<OpenJob> welcome(GridNode node, TypeKey type, Collection<OpenJob> jobs) {
        return !Refusals.concern(node, type) && !Probation.concerns(node, type)
                ? jobs
                : jobs.stream()
                        .limit(MOST_LOOKED_AT)
                        .filter(job -> isWelcome(node, job))
                        .toList();
    }

    private boolean isWelcome(GridNode node, OpenJob job) {
        return refusals.isWelcome(node, job) && probation.isWelcome(node, job);
    }

    private Optional<Lane> pick(GridNode node, Choice choice, Strategy strategy) {
        ReadyGroup group = roster.groups().of(choice.candidate());
        if (choice.candidate().ran() > 0) {
            OpenJob job = group.firstReturned(choice.candidate());
            int ordinal = job.past().first();
            return shouldGoElsewhere(job, ordinal, node) || !isWelcome(node, job)
                    ? Optional.empty()
                    : Optional.of(new Lane(job, List.of(ordinal), strategy, choice));
        }
        for (OpenJob job : welcome(node, group.key().type(), group.fresh())) {
            int most = chunk(node, job);
            List<Integer> ordinals = new ArrayList<>();
            int looked = 0;
            // Of a job of which one task goes first none goes in its place.
            int furthest = job.isOneFirst() ? 1 : most + LOOK_AHEAD;
            int ordinal = job.states().next(TaskState.READY, 1);
            while (ordinal > 0 && ordinals.size() < most && looked < furthest) {
                if (!job.past().isReady(ordinal)) {
                    looked++;
                    if (!shouldGoElsewhere(job, ordinal, node)) {
                        ordinals.add(ordinal);
                    }
                }
                ordinal = job.states().next(TaskState.READY, ordinal + 1);
            }
            if (!ordinals.isEmpty()) {
                return Optional.of(new Lane(job, ordinals, strategy, choice));
            }
        }
        return Optional.empty();
    }

    /** A task that just failed here is left for another node for a while, if there is one that could take it. */
    private boolean shouldGoElsewhere(OpenJob job, int ordinal, GridNode node) {
        TaskRecord record = job.record(ordinal);
        EndedAttempt last = record.latest();
        return last != null
                && record.failedLastOn(node.id())
                && roster.settings().isRecent(last.at(), Setting.ELSEWHERE_TIME, now)
                && roster.nodes().values().stream()
                        .anyMatch(other ->
                                !other.id().equals(node.id()) && other.duty() == Duty.WORKING && couldTake(other, job));
    }

    /** Whether a connected node could take tasks of this job when it is free. */
    private boolean couldTake(GridNode node, OpenJob job) {
        return node.connected() && roster.fits(job, node) && !node.refusals().containsKey(job.recipe());
    }

    /** So many short tasks that one call is worth some seconds of work, but never more than a fair share. */
    private int chunk(GridNode node, OpenJob job) {
        TypeBelief belief = roster.groups().belief(job.type());
        // Until one task of the job has succeeded, what is handed out at once may all fail before its brake knows.
        boolean untried = job.brake().firstFailures() != Brake.RELEASED;
        if (belief == null
                || !belief.isKnown()
                || untried
                || job.spec().limits().atMost() > 0
                || node.refusals().containsKey(job.recipe())
                || probation.isOnTrial(node, job)) {
            return 1;
        }
        double worth = roster.settings().duration(Setting.CHUNK_TIME).toMillis()
                / Math.max(belief.meanRuntime() * MILLIS_PER_MINUTE, 1);
        int share =
                job.states().count(TaskState.READY) / Math.max(1, job.wanted().slots());
        int most = Math.min(roster.settings().count(Setting.CHUNK_TASKS), Math.max(1, share));
        boolean isMaybeShort = worth * SLOW_START >= 1 && node.facts().isConfined();
        return (int) Math.max(1, Math.min(most, isMaybeShort ? Math.max(PAIR, worth) : worth));
    }
}
