package org.gleaner.core.step;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeSet;
import org.gleaner.core.access.Tokens;
import org.gleaner.core.attempt.KeptText;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Brake;
import org.gleaner.core.grid.Decision;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Piece;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.SoftEvent;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.Deadline;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.message.Orders;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.open.Precedence;
import org.gleaner.core.placing.ObservedNode;
import org.gleaner.core.placing.Refusals;
import org.gleaner.core.placing.Roster;
import org.gleaner.core.placing.Surveying;
import org.gleaner.core.pool.GridNode;
import org.gleaner.core.pool.ParkedCalls;
import org.gleaner.core.scheduling.WaitingNode;

/** Decides what nobody asked for: what follows from changes (brake, closing, offers) and from time (silence). */
final class Consequences {
    private static final int TASKS_IN_A_ROW = 10;
    private static final int BLOCKED_TASKS = 10;
    private static final int BLOCKED_PERCENT = 10;
    /** What is believed about a type is kept so long after it was last used, and who could not start it. */
    private static final Duration TYPE_MEMORY = Duration.ofDays(90);

    /** How many waiting nodes are asked once a minute whether a copy is worth it there; all ask themselves later. */
    private static final int MOST_FOR_COPIES = 64;

    /** How many jobs begin at one tick; the others at the next. */
    private static final int MOST_TO_BEGIN = 10_000;

    /** Of how many jobs it is noticed at one tick that their deadlines are past; of the others at the next. */
    private static final int MOST_TO_PASS = 1_000;

    /** How many growing jobs are sealed at one tick, as nobody was heard for long; the others at the next. */
    private static final int MOST_TO_SEAL = 1_000;

    /** How many jobs that no node could start are blocked at once; the others a minute later. */
    private static final int MOST_TO_BLOCK = 10_000;

    /** How many jobs hear in one piece what became of those that they wait for; the others in later ones. */
    private static final int MOST_TO_TELL = 1_000;

    private final Roster roster;
    private final Tokens tokens;
    private final Instant now;
    private final List<GridEvent> events = new ArrayList<>();

    Consequences(Roster roster, Tokens tokens, Instant now) {
        this.roster = roster;
        this.tokens = tokens;
        this.now = now;
    }

    Decision settle() {
        blockWhatStartsNowhere();
        if (!events.isEmpty()) {
            // The brake counts what is blocked: the rest is decided when that is known.
            return new Decision.Accepted(events, List.of(), List.of(new Piece.Settle()));
        }
        for (JobId id : roster.jobs().touched()) {
            OpenJob job = roster.jobs().get(id);
            if (job != null) {
                settle(job);
            }
        }
        boolean offer = roster.offerAt() == null
                && !roster.nodes().parked().isEmpty()
                && (roster.hasWorkAppeared()
                        || (!roster.groups().isEmpty()
                                && roster.nodes().parked().haveNewRoom()));
        events.add(new SoftEvent.Settled());
        if (offer) {
            events.add(new SoftEvent.OfferPlanned(now.plus(roster.settings().duration(Setting.COLLECT_TIME))));
        }
        return new Decision.Accepted(events, List.of(), List.of());
    }

    /**
     * What was done or cancelled lets those that wait for it go on, or cancels them. Who waits for these hears of it
     * in a later piece, so that a chain costs what its jobs cost, however long it is.
     */
    Decision tellDependants() {
        Precedence precedence = new Precedence(roster.jobs(), now);
        TreeSet<JobId> moved = new TreeSet<>();
        int looks = 0;
        for (JobId id : roster.jobs().untold()) {
            // One that changes in this very step tells all its news in the next one: to have told clears them.
            if (moved.contains(id)) {
                continue;
            }
            if (looks >= MOST_TO_TELL) {
                break;
            }
            OpenJob before = roster.jobs().open(id);
            int most = MOST_TO_TELL - looks;
            List<JobId> dependants = roster.jobs().dependants().of(id, before.toldLast(), most);
            looks += dependants.size();
            moved.addAll(dependants);
            BitSet cancelled = before.cancelledLately();
            for (JobId dependant : dependants) {
                OpenJob job = roster.jobs().open(dependant);
                List<Predecessor> links = roster.jobs().dependants().links(dependant, id);
                move(job, precedence.doomed(job, id, cancelled, links), TaskState.CANCELLED);
                move(job, precedence.released(job, before, links), TaskState.READY);
            }
            JobId last = dependants.size() < most ? null : dependants.get(most - 1);
            events.add(new SoftEvent.DependantsTold(id, dependants.size(), last));
        }
        return new Decision.Accepted(events, List.of(), List.of());
    }

    /** Whose time has come, they start as soon as nothing else holds them back. */
    private void begin() {
        Precedence precedence = new Precedence(roster.jobs(), now);
        List<JobId> due = roster.jobs().begins().due(now, MOST_TO_BEGIN);
        for (JobId id : due) {
            OpenJob job = roster.jobs().open(id);
            move(job, precedence.begun(job), TaskState.READY);
        }
        if (!due.isEmpty()) {
            events.add(new SoftEvent.JobsBegun(due));
        }
    }

    /** What is past can't be met any more, whatever anybody forecast. */
    private void passDeadlines() {
        for (JobId id : roster.jobs().deadlines().due(now, MOST_TO_PASS)) {
            OpenJob job = roster.jobs().open(id);
            Deadline deadline = job.spec().turn().deadline();
            if (deadline != null && !job.hasEnded()) {
                events.add(new GridEvent.DeadlineHopeless(id, deadline.at(), now));
            }
        }
    }

    /** Who was to bring more tasks is not heard any more: what there is shall come to its end. */
    private void sealUnheard() {
        Instant limit = now.minus(roster.settings().duration(Setting.SEAL_AFTER));
        for (JobId id : roster.jobs().growing().unheardSince(limit, MOST_TO_SEAL)) {
            events.add(new GridEvent.JobSealed(id));
        }
    }

    private void blockWhatStartsNowhere() {
        for (JobId id : roster.jobs().touched()) {
            OpenJob job = roster.jobs().get(id);
            if (job != null
                    && job.refusedLately()
                    && job.states().count(TaskState.READY) > 0
                    && new Refusals(roster, now).leaveNobody(job)) {
                blockReady(job);
            }
        }
    }

    /** Those that could have started them have gone since. */
    Decision blockUnstartable() {
        new Refusals(roster, now).unstartable(MOST_TO_BLOCK).forEach(this::blockReady);
        return new Decision.Accepted(events, List.of(), List.of());
    }

    private void blockReady(OpenJob job) {
        move(job, job.states().select(job.states().all(), TaskState.READY), TaskState.BLOCKED);
    }

    private void move(OpenJob job, BitSet tasks, TaskState to) {
        if (!tasks.isEmpty()) {
            events.add(new GridEvent.TasksMoved(job.id(), Ordinals.of(tasks), to));
        }
    }

    private void settle(OpenJob job) {
        if (!job.hasEnded()) {
            brake(job);
        } else if (!roster.jobs().untold().contains(job.id())) {
            events.add(new GridEvent.JobClosed(job.id(), job.states().counts(), now));
        }
    }

    private void brake(OpenJob job) {
        Brake brake = job.brake();
        int first = brake.firstFailures();
        if (first != Brake.RELEASED) {
            first = job.succeededLately() > 0 ? Brake.RELEASED : first + job.failedLately();
        }
        String note = brake.note();
        int blocked = job.states().count(TaskState.BLOCKED);
        int blockedBefore = uncounted(job, blocked);
        boolean allFailed = first >= Brake.FAILURES;
        boolean inARow = job.failuresInARow() >= Brake.FAILURES && job.tasksInARow() >= TASKS_IN_A_ROW && !allFailed;
        if (note.isEmpty() && (allFailed || inARow || isTooMany(job, blocked - blockedBefore))) {
            // Only now, because it looks at every task and most commits change nothing here.
            BitSet going = job.states().going(job.states().all());
            if (!going.isEmpty()) {
                note = allFailed
                        ? KeptText.allFailed(first)
                        : inARow
                                ? KeptText.inARow(job.failuresInARow())
                                : job.isOneFirst()
                                        ? KeptText.FIRST_FAILED
                                        : KeptText.blocked(
                                                blocked - blockedBefore,
                                                job.states().size());
                first = allFailed ? 0 : first;
                blockedBefore = blocked;
                events.add(new GridEvent.TasksMoved(job.id(), Ordinals.of(going), TaskState.PAUSED));
            }
        }
        Brake after = new Brake(first, blockedBefore, note);
        if (!after.equals(brake)) {
            events.add(new GridEvent.BrakeSet(job.id(), after));
        }
    }

    /** Blocked tasks that do not count. What a person blocked while it ran may have ended otherwise since. */
    private static int uncounted(OpenJob job, int blocked) {
        int before = job.brake().blockedBefore();
        return before <= blocked
                ? before
                : Math.min(
                        before,
                        blocked
                                + job.states()
                                        .running(job.states().all(), TaskState.BLOCKED)
                                        .cardinality());
    }

    private static boolean isTooMany(OpenJob job, int newlyBlocked) {
        int stopAfter = job.spec().limits().stopAfter();
        if (job.isOneFirst() && newlyBlocked > 0) {
            return true;
        }
        if (stopAfter > 0) {
            return newlyBlocked >= stopAfter;
        }
        return newlyBlocked >= BLOCKED_TASKS
                && 100L * newlyBlocked > (long) BLOCKED_PERCENT * job.states().size();
    }

    Decision tick() {
        Surveying surveying = new Surveying(roster, now);
        return surveying.isDue() ? surveying.survey() : lookRound(false);
    }

    Decision lookRound(boolean surveyed) {
        List<AddressedReply> replies = new ArrayList<>();
        List<Piece> then = new ArrayList<>();
        if (!roster.nodes().parked().nextReturn().isAfter(now)) {
            returnCalls(replies);
        }
        begin();
        passDeadlines();
        sealUnheard();
        Instant heardLast = now.minus(roster.settings().duration(Setting.LOST_AFTER));
        if (roster.survey().heardFirst().isBefore(heardLast)) {
            for (GridNode node : roster.nodes().values()) {
                if (node.isAwaited() && node.heard().isBefore(heardLast)) {
                    then.add(new Piece.DropAttempts(node.id(), KeptText.NODE_SILENT));
                }
            }
        }
        if (surveyed || !then.isEmpty()) {
            then.add(new Piece.BlockUnstartable());
        }
        Instant offerAt = roster.offerAt();
        // Also without a plan: a task that was kept for another node may now go to any, a refused type be tried again.
        boolean leftOver = offerAt == null
                && !roster.groups().isEmpty()
                && !roster.nodes().parked().isEmpty();
        boolean offer = leftOver || (offerAt != null && !offerAt.isAfter(now));
        boolean copies = false;
        if (surveyed && roster.learns()) {
            roster.groups()
                    .unusedSince(now.minus(TYPE_MEMORY))
                    .forEach(type -> events.add(new GridEvent.TypeForgotten(type)));
            for (GridNode node : roster.nodes().values()) {
                events.addAll(Refusals.forgotten(node, now.minus(TYPE_MEMORY)));
            }
        }
        if (surveyed) {
            // What was not worth a copy a minute ago may be now.
            copies = !offer
                    && offerAt == null
                    && roster.areCopiesDue(now)
                    && !roster.nodes().parked().isEmpty();
        }
        if (offer || copies) {
            events.add(new SoftEvent.OfferMade());
            // Who looks ahead need not ask for copies more often than now and then.
            boolean nothing = !copies && !roster.learns() && roster.groups().isEmpty();
            List<NodeId> order = nothing ? List.of() : offerOrder();
            int most = copies ? Math.min(MOST_FOR_COPIES, order.size()) : order.size();
            if (copies) {
                events.add(new SoftEvent.CopiesOffered(now));
            }
            then.add(new Piece.Offer(order.subList(0, most)));
        }
        events.addAll(tokens.expired(now));
        Instant keyLimit = now.minus(roster.settings().duration(Setting.KEY_TIME));
        if (roster.jobs().oldestKey().isBefore(keyLimit)) {
            events.add(new GridEvent.KeysExpired(keyLimit));
        }
        return new Decision.Accepted(events, replies, then);
    }

    private void returnCalls(List<AddressedReply> replies) {
        for (ParkedCalls.Call call : roster.nodes().parked().all()) {
            if (!call.until().isAfter(now)) {
                replies.add(new AddressedReply(call.address(), new Reply.Ordered(Orders.NONE)));
                events.add(new SoftEvent.NodeUnparked(call.node().id()));
            }
        }
        events.add(new SoftEvent.CallsReturned());
    }

    private List<NodeId> offerOrder() {
        List<WaitingNode> waiting = new ArrayList<>();
        for (ParkedCalls.Call call : roster.nodes().parked().all()) {
            GridNode node = call.node();
            int free = node.isServed(roster.settings()) ? node.free().slots() : 0;
            if (free > 0 && call.until().isAfter(now)) {
                waiting.add(new WaitingNode(new ObservedNode(roster, node, now), free, call.since()));
            }
        }
        waiting.sort(roster.strategy().nodeOrder());
        List<NodeId> order = new ArrayList<>(waiting.size());
        for (WaitingNode one : waiting) {
            order.add(one.asker().node());
        }
        return order;
    }
}
