package org.gleaner.core.grid;

import java.time.Duration;
import java.util.List;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.message.CommitAnswer;

/** What one command leads to within the same batch, decided one piece at a time; never comes from outside. */
public sealed interface Piece extends Command {
    /**
     * Look at what runs, after the whole pool was looked at.
     *
     * @param market whether to find out first what work is worth
     */
    record LookAhead(boolean market) implements Piece {}

    /**
     * Look for silent nodes, calls to answer, work to offer.
     *
     * @param surveyed whether all that runs was just looked at, so that copies may be worth it that were not before
     */
    record LookRound(boolean surveyed) implements Piece {}

    /** Give one lane of the node work, if there is any. */
    record Fill(NodeId node) implements Piece {}

    /** Answer a sync, or park it. */
    record AnswerSync(NodeId node, Address address, Duration patience) implements Piece {}

    /** Answer a commit, with new work if it was asked for. */
    /** @param unproven see {@link Reply.Committed} */
    record AnswerCommit(
            NodeId node, Address address, List<CommitAnswer> answers, List<AttemptId> unproven, boolean wantsWork)
            implements Piece {}

    /** A lost attempt that the node still has becomes live again if nobody else took its task. */
    record Revive(NodeId node) implements Piece {}

    /**
     * The verb on jobs that are open by now.
     *
     * @param settled what it meant for closed ones that stay closed, or are gone
     */
    record ChangeOpenJobs(Address address, Command.ChangeJobs change, List<Reply.JobChange> settled) implements Piece {
        public ChangeOpenJobs {
            settled = List.copyOf(settled);
        }
    }

    /** Every open job of an owner is cancelled. */
    record CancelJobs(Owner owner) implements Piece {}

    /** If the node's call is parked and there is something to say, say it. */
    record Wake(NodeId node) implements Piece {}

    /**
     * Offer ready work to parked nodes in this order, one lane a turn, and go round while any of them took some.
     *
     * @param reached how many of them were offered some in any round: only these have something to hear
     */
    record Offer(List<NodeId> order, int next, int reached, boolean gaveAny) implements Piece {
        public Offer {
            order = List.copyOf(order);
        }

        /** To the first of them. */
        public Offer(List<NodeId> order) {
            this(order, 0, 0, false);
        }
    }

    /** A node has been silent too long, or is told to go: its attempts end, and so does its call that is held open. */
    record DropAttempts(NodeId node, String why) implements Piece {}

    /** A node that has nothing any more is forgotten. */
    record Forget(NodeId node, Address address) implements Piece {}

    /** Nodes may have gone: what none of the others could start is blocked. */
    record BlockUnstartable() implements Piece {}

    /** Consequences that follow from what just changed: brakes, closed jobs, offers due. */
    record Settle() implements Piece {}

    /** Some of the jobs that wait for others hear what became of those, and go on or are cancelled. */
    record TellDependants() implements Piece {}

    /** The server stood still; all deadlines move. */
    record ShiftTime(Duration by) implements Piece {}
}
