package org.gleaner.simulator.checker;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.AddressedCommand;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;

/**
 * A report from an old life of a node is refused, and a word on an attempt that is settled changes nothing: only a
 * live attempt ends, or one that the server itself had given up gets its late word.
 */
public final class StaleReportsIgnored implements Checker {
    private final Map<Address, NodeId> stale = new HashMap<>();

    @Override
    public void before(List<AddressedCommand> commands, Ledger ledger, Duration awake) {
        stale.clear();
        for (AddressedCommand one : commands) {
            if (one.command() instanceof Command.Sync sync) {
                note(ledger, one.address(), sync.node(), sync.report().incarnation());
            } else if (one.command() instanceof Command.Commit commit) {
                note(ledger, one.address(), commit.node(), commit.call().incarnation());
            } else if (one.command() instanceof Command.KeepPartial partial) {
                note(ledger, one.address(), partial.node(), partial.call().incarnation());
            }
        }
    }

    private void note(Ledger ledger, Address address, NodeId id, int incarnation) {
        Ledger.Node node = ledger.nodes().get(id);
        if (node == null || incarnation != node.incarnation()) {
            stale.put(address, id);
        }
    }

    @Override
    public void ran(BatchRun batch) {
        for (AddressedReply one : batch.result().replies()) {
            NodeId node = stale.get(one.address());
            if (node != null && !isRefusal(one.reply())) {
                throw violation("an old life of " + node + " was answered " + one.reply());
            }
        }
    }

    private static boolean isRefusal(Reply reply) {
        if (reply instanceof Reply.Refused refused) {
            return refused.why() instanceof Rejection.StaleIncarnation
                    || refused.why() instanceof Rejection.UnknownNode;
        }
        return reply instanceof Reply.Unavailable;
    }

    @Override
    public void committed(GridEvent.Hard event, Ledger before) {
        if (!(event instanceof GridEvent.AttemptEnded end)) {
            return;
        }
        AttemptId attempt = end.attempt();
        LedgerJob job = before.job(attempt.job());
        if (job == null || job.closed()) {
            throw violation(attempt + " ended although its job is not open");
        }
        LedgerJob.Live live = job.live().get(attempt);
        if (live != null) {
            if (!live.node().equals(end.node())) {
                throw violation(attempt + " lives on " + live.node() + " and was ended by " + end.node());
            }
            return;
        }
        LedgerJob.Ended earlier = job.ended(attempt);
        boolean givenUp = earlier != null
                && earlier.node().equals(end.node())
                && (earlier.outcome() == Outcome.LOST || earlier.outcome() == Outcome.RETURNED);
        if (!givenUp || job.stored(attempt.ordinal()).isFinal()) {
            throw violation(attempt + " was settled (" + earlier + ") and ended again: " + end);
        }
    }
}
