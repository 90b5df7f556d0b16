package org.gleaner.core.step;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.gleaner.core.access.Tokens;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.EndedAttempt;
import org.gleaner.core.attempt.KeptText;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Decision;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Halt;
import org.gleaner.core.grid.Piece;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.SoftEvent;
import org.gleaner.core.grid.Token;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.Orders;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Duty;
import org.gleaner.core.node.Held;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.open.Charging;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.placing.Placement;
import org.gleaner.core.placing.Roster;
import org.gleaner.core.pool.GridNode;
import org.gleaner.core.pool.Joining;
import org.gleaner.core.pool.LiveAttempt;
import org.gleaner.core.pool.Naming;
import org.gleaner.core.pool.ParkedCalls;
import org.jspecify.annotations.Nullable;

/** Decides what nodes say: introductions and syncs. Commits are decided by {@link CommitDecisions}. */
record NodeDecisions(Roster roster, Tokens tokens, Instant now, RandomGenerator random) {
    Decision introduce(Address address, Command.Introduce command) {
        NodeId known = command.known();
        GridNode before =
                known == null ? joined(command.token()) : roster.nodes().known(known);
        if (known != null && before == null) {
            return new Decision.Refused(new Rejection.UnknownNode(known));
        }
        Rejection full = before == null ? Joining.refusal(roster.nodes(), roster.settings(), command.copyOf()) : null;
        if (full != null) {
            return new Decision.Refused(full);
        }
        if (known == null && before != null && isAtWork(before)) {
            // Whoever sent this has heard the answer long ago: the call was under way for a while, and nobody waits.
            return new Decision.Refused(new Rejection.InvalidToken(Rejection.Fault.Plain.EXISTS));
        }
        Introduction said = command.introduction();
        NodeId copyOf = before == null ? command.copyOf() : before.row().copyOf();
        NodeId id = before == null ? roster.nodes().next() : before.id();
        int incarnation = before == null ? 1 : before.incarnation() + (known == null ? 0 : 1);
        List<GridEvent> events = new ArrayList<>();
        List<AddressedReply> replies = new ArrayList<>();
        if (before != null) {
            dismissParked(before, replies);
            Set<AttemptId> kept = new TreeSet<>();
            said.holds().forEach(held -> kept.add(held.attempt()));
            for (LiveAttempt attempt : before.live()) {
                if (!kept.contains(attempt.id())) {
                    events.add(giveUp(attempt, KeptText.NODE_RESTARTED));
                }
            }
        }
        NodeFacts facts = said.facts();
        NodeFacts named = facts.named(Naming.of(roster.nodes(), before, facts.name()));
        events.add(new GridEvent.NodeIntroduced(id, incarnation, named, said.capacity(), now, said.stay(), copyOf));
        TokenHash token = command.token();
        if (token != null && tokens.node(token) == null) {
            events.add(new GridEvent.TokenIssued(new Token(token, Role.NODE, null, id)));
        }
        GridNode original = before == null && copyOf != null ? roster.nodes().node(copyOf) : null;
        if (original != null && original.duty() != Duty.WORKING) {
            // Else whoever is told to rest would work on under another number.
            events.add(new GridEvent.DutySet(id, original.duty()));
        }
        replies.add(new AddressedReply(
                address,
                new Reply.Introduced(new Introduced(
                        id,
                        incarnation,
                        roster.settings().longCall(),
                        roster.settings().duration(Setting.KILL_GRACE),
                        (int) roster.settings().size(Setting.INLINE_LIMIT).bytes()))));
        return new Decision.Accepted(events, replies, List.of());
    }

    private static boolean isAtWork(GridNode node) {
        return node.incarnation() > 1 || !node.live().isEmpty();
    }

    /** Who joined before with the token that this call makes: the answer to that was lost. */
    private @Nullable GridNode joined(@Nullable TokenHash token) {
        NodeId node = token == null ? null : tokens.node(token);
        return node == null ? null : roster.nodes().known(node);
    }

    Decision sync(Address address, Command.Sync command) {
        SyncReport report = command.report();
        Rejection stale = checkIncarnation(roster, command.node(), report.incarnation());
        if (stale != null) {
            return new Decision.Refused(stale);
        }
        GridNode node = roster.nodes().node(command.node());
        if (report.sequence() <= node.sequence()) {
            // An older sync that arrives late: what it says is no longer true, and nobody waits for the answer.
            return Decision.reply(address, new Reply.Ordered(Orders.NONE));
        }
        List<GridEvent> events = new ArrayList<>();
        List<AddressedReply> replies = new ArrayList<>();
        if (dismissParked(node, replies)) {
            events.add(new SoftEvent.NodeUnparked(node.id()));
        }
        events.add(new SoftEvent.NodeHeard(node.id(), report, now));
        Set<AttemptId> held = new TreeSet<>();
        report.holds().forEach(one -> held.add(one.attempt()));
        for (LiveAttempt attempt : node.live()) {
            // Told to stop and no longer held: the node has stopped it, and its commit needs no waiting for.
            if (!held.contains(attempt.id()) && !NodeOrders.mayRun(roster, attempt.id())) {
                AttemptReport stopped = AttemptReport.bare(attempt.id(), Outcome.STOPPED, "");
                events.add(Charging.end(roster.jobs().open(attempt.id().job()), stopped, node.id(), now));
            }
        }
        Duration patience = report.farewell() ? Duration.ZERO : report.patience();
        return new Decision.Accepted(
                events,
                replies,
                List.of(
                        new Piece.Revive(node.id()),
                        new Piece.Fill(node.id()),
                        new Piece.AnswerSync(node.id(), address, patience)));
    }

    static @Nullable Rejection checkIncarnation(Roster roster, NodeId id, int presented) {
        GridNode node = roster.nodes().known(id);
        if (node == null) {
            return new Rejection.UnknownNode(id);
        }
        return node.incarnation() == presented
                ? null
                : new Rejection.StaleIncarnation(id, presented, node.incarnation());
    }

    /** A newer call replaces the one that is held open. */
    private boolean dismissParked(GridNode node, List<AddressedReply> replies) {
        ParkedCalls.Call call = roster.nodes().parked().of(node.id());
        if (call == null) {
            return false;
        }
        replies.add(new AddressedReply(call.address(), new Reply.Ordered(Orders.NONE)));
        return true;
    }

    /** One attempt that was given up and is still on its node, running or finished, if nobody else has its task. */
    Decision revive(Piece.Revive command) {
        GridNode node = roster.nodes().node(command.node());
        if (roster.settings().halt() == Halt.ALL) {
            return Decision.nothing();
        }
        for (Held held : node.holds().values()) {
            AttemptId attempt = held.attempt();
            OpenJob job = roster.jobs().get(attempt.job());
            if (job == null || node.live(attempt) != null) {
                continue;
            }
            EndedAttempt ended = NodeOrders.givenUp(job, node, attempt);
            TaskState task = ended == null ? TaskState.DONE : job.states().of(attempt.ordinal());
            boolean free = task == TaskState.READY || task == TaskState.PAUSED;
            if (ended != null
                    && free
                    && job.mayHaveOneMore()
                    && roster.hasRoomFor(job.spec().needs(), node)) {
                TaskRecord record = job.record(attempt.ordinal());
                int lost = record.lost() - (ended.outcome() == Outcome.LOST && record.lost() > 0 ? 1 : 0);
                TaskRecord after = record.forgetting(attempt.number()).counted(record.failures(), lost);
                GridEvent event = new GridEvent.AttemptRevived(attempt, node.id(), node.freeLane(), now, after);
                return new Decision.Accepted(List.of(event), List.of(), List.of(command));
            }
        }
        return Decision.nothing();
    }

    Decision fill(Piece.Fill command) {
        GridNode node = roster.nodes().node(command.node());
        List<GridEvent> events = assign(node);
        if (events.isEmpty()) {
            return Decision.nothing();
        }
        // A lane takes at least one slot: without a second one there is nothing more to ask.
        List<Piece> then = node.free().slots() > 1 ? List.of(command) : List.of();
        return new Decision.Accepted(events, List.of(), then);
    }

    /** Assignments for one lane of the node; none if there is nothing for it. */
    private List<GridEvent> assign(GridNode node) {
        Optional<Placement.Lane> chosen = new Placement(roster, now, random).forNode(node);
        List<GridEvent> events = new ArrayList<>();
        if (chosen.isPresent()) {
            Placement.Lane work = chosen.get();
            OpenJob job = work.job();
            int lane = node.freeLane();
            for (int ordinal : work.ordinals()) {
                int number = job.record(ordinal).attempts() + 1;
                AttemptId attempt = AttemptId.of(job.id().value(), ordinal, number);
                events.add(new GridEvent.AttemptAssigned(attempt, node.id(), lane, now));
            }
            events.add(
                    new SoftEvent.WorkChosen(node.id(), lane, job.type(), work.by(), work.rule(), work.reached(), now));
            if (work.passing() != null) {
                events.add(new SoftEvent.TurnPassed(work.passing()));
            }
        }
        return events;
    }

    Decision answerSync(Piece.AnswerSync command) {
        GridNode node = roster.nodes().node(command.node());
        Orders orders = NodeOrders.of(roster, node);
        if (orders.isEmpty() && command.patience().compareTo(Duration.ZERO) > 0) {
            Duration longest = roster.settings().longCall();
            Duration patience = command.patience().compareTo(longest) < 0 ? command.patience() : longest;
            GridEvent parked = new SoftEvent.NodeParked(node.id(), command.address(), now, now.plus(patience));
            return new Decision.Accepted(List.of(parked), List.of(), List.of());
        }
        return answered(node, command.address(), orders, List.of());
    }

    Decision wake(Piece.Wake command) {
        GridNode node = roster.nodes().get(command.node());
        ParkedCalls.Call call = roster.nodes().parked().of(command.node());
        Orders orders = node == null || call == null ? Orders.NONE : NodeOrders.of(roster, node);
        if (node == null || call == null || orders.isEmpty()) {
            return Decision.nothing();
        }
        return answered(node, call.address(), orders, List.of(new SoftEvent.NodeUnparked(node.id())));
    }

    Decision nudge(Address address, Command.Nudge command) {
        GridNode node = roster.nodes().get(command.node());
        ParkedCalls.Call call = roster.nodes().parked().of(command.node());
        AddressedReply done = new AddressedReply(address, new Reply.Acknowledged());
        if (node == null || call == null) {
            return new Decision.Accepted(List.of(), List.of(done), List.of());
        }
        AddressedReply orders = new AddressedReply(call.address(), new Reply.Ordered(NodeOrders.of(roster, node)));
        return new Decision.Accepted(
                List.of(new SoftEvent.NodeUnparked(node.id()), new SoftEvent.StartsTold(node.id())),
                List.of(orders, done),
                List.of());
    }

    private static Decision answered(GridNode node, Address address, Orders orders, List<GridEvent> before) {
        List<GridEvent> events = new ArrayList<>(before);
        events.add(new SoftEvent.StartsTold(node.id()));
        return new Decision.Accepted(
                events, List.of(new AddressedReply(address, new Reply.Ordered(orders))), List.of());
    }

    Decision offer(Piece.Offer command) {
        boolean copies = roster.groups().isEmpty() && !roster.running().isEmpty();
        if (command.next() == command.order().size() || (roster.groups().isEmpty() && !copies)) {
            boolean again = command.gaveAny() && (copies || !roster.groups().isEmpty());
            List<Piece> then = new ArrayList<>();
            if (again) {
                then.add(new Piece.Offer(command.order(), 0, command.reached(), false));
            } else {
                command.order().subList(0, command.reached()).forEach(node -> then.add(new Piece.Wake(node)));
            }
            return new Decision.Accepted(List.of(), List.of(), then);
        }
        GridNode node = roster.nodes().node(command.order().get(command.next()));
        List<GridEvent> events = roster.nodes().parked().of(node.id()) == null ? List.of() : assign(node);
        // Somebody who looks ahead need not know of each node that a copy is not worth it.
        boolean enough = copies && events.isEmpty() && !roster.learns();
        int next = enough ? command.order().size() : command.next() + 1;
        boolean gaveAny = command.gaveAny() || !events.isEmpty();
        Piece more = new Piece.Offer(command.order(), next, Math.max(next, command.reached()), gaveAny);
        return new Decision.Accepted(events, List.of(), List.of(more));
    }

    /** The node counts as gone: all it had is given up. */
    Decision drop(Piece.DropAttempts command) {
        GridNode node = roster.nodes().node(command.node());
        List<GridEvent> events = new ArrayList<>();
        List<AddressedReply> replies = new ArrayList<>();
        if (dismissParked(node, replies)) {
            events.add(new SoftEvent.NodeUnparked(node.id()));
        }
        for (LiveAttempt attempt : node.live()) {
            events.add(giveUp(attempt, command.why()));
        }
        events.add(new SoftEvent.NodeWentSilent(node.id()));
        return new Decision.Accepted(events, replies, List.of());
    }

    /** Lost, unless the node had said that it did not even start it: then it is only returned and costs nothing. */
    private GridEvent giveUp(LiveAttempt attempt, String why) {
        Outcome outcome = attempt.held() == Held.State.QUEUED ? Outcome.RETURNED : Outcome.LOST;
        OpenJob job = roster.jobs().open(attempt.id().job());
        return Charging.end(job, AttemptReport.bare(attempt.id(), outcome, why), attempt.node(), now);
    }
}
