package org.gleaner.simulator.checker;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.AddressedCommand;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.node.Duty;
import org.jspecify.annotations.Nullable;

/**
 * A node that is forgotten has nothing any more, also if it was expelled while it ran tasks, and whatever it says
 * afterwards is refused and changes nothing.
 */
public final class ExpelledCountNoMore implements Checker {
    /** Where those call who were forgotten before the batch that is about to run. */
    private final Map<Address, NodeId> callers = new HashMap<>();

    @Override
    public void before(List<AddressedCommand> commands, Ledger ledger, Duration awake) {
        callers.clear();
        for (AddressedCommand one : commands) {
            NodeId node = caller(one.command());
            if (node != null && ledger.duty(node) == Duty.FORGOTTEN) {
                callers.put(one.address(), node);
            }
        }
    }

    private static @Nullable NodeId caller(Command command) {
        if (command instanceof Command.Sync sync) {
            return sync.node();
        }
        if (command instanceof Command.Commit commit) {
            return commit.node();
        }
        if (command instanceof Command.KeepPartial partial) {
            return partial.node();
        }
        return command instanceof Command.Introduce introduce ? introduce.known() : null;
    }

    @Override
    public void committed(GridEvent.Hard event, Ledger before) {
        if (event instanceof GridEvent.DutySet set && set.duty() == Duty.FORGOTTEN) {
            before.jobs()
                    .values()
                    .forEach(job -> job.live().forEach((attempt, live) -> {
                        if (live.node().equals(set.node())) {
                            throw violation(set.node() + " was forgotten and still has " + attempt);
                        }
                    }));
        }
        NodeId node = subject(event);
        if (node != null && before.duty(node) == Duty.FORGOTTEN) {
            throw violation(node + " was forgotten before this: " + event);
        }
    }

    /** By whose word it happened, or who was given something by it. */
    private static @Nullable NodeId subject(GridEvent.Hard event) {
        if (event instanceof GridEvent.AttemptEnded end) {
            return end.node();
        }
        if (event instanceof GridEvent.AttemptAssigned assigned) {
            return assigned.node();
        }
        if (event instanceof GridEvent.AttemptRevived revived) {
            return revived.node();
        }
        return event instanceof GridEvent.NodeIntroduced introduced ? introduced.node() : null;
    }

    @Override
    public void ran(BatchRun batch) {
        for (AddressedReply one : batch.result().replies()) {
            NodeId node = callers.get(one.address());
            if (node != null
                    && !(one.reply() instanceof Reply.Refused)
                    && !(one.reply() instanceof Reply.Unavailable)) {
                throw violation(node + " was forgotten and is answered " + one.reply());
            }
        }
    }
}
