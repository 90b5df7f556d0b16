package org.gleaner.simulator.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.PartialCall;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Held;
import org.gleaner.simulator.world.Chance;

/**
 * Things that an agent says which its logic knows nothing of: a broken program, or a second one with a copy of its
 * directory. They may harm the node in whose name they are said, for a while, and nobody else.
 *
 * @param sequence of the last sync that the agent itself sent
 */
record Lies(Introduced as, long sequence, Introduction introduction, Chance chance) {
    private static final Capacity MORE_THAN_IT_HAS = new Capacity(64, new MemorySize(1 << 20));

    /** It has done this, or failed at it; and sometimes, in the same breath, has tried the task again. */
    Command claim(AttemptId attempt) {
        Outcome outcome = chance.happens(0.7) ? Outcome.DONE : Outcome.EXITED;
        List<AttemptReport> reports = new ArrayList<>(List.of(AttemptReport.bare(attempt, outcome, "so it says")));
        if (chance.happens(0.3)) {
            AttemptId next = AttemptId.of(attempt.job().value(), attempt.ordinal(), attempt.number() + 1);
            reports.add(AttemptReport.bare(next, Outcome.DONE, "so it says, too"));
        }
        return new Command.Commit(as.node(), new CommitCall(as.incarnation(), reports, false), List.of());
    }

    /** This is what it has written so far. */
    Command partial(AttemptId attempt) {
        ResultFile file = new ResultFile("lie", new BlobHash("b".repeat(64)), 3, false, "bGll");
        return new Command.KeepPartial(as.node(), new PartialCall(as.incarnation(), attempt, List.of(file)), List.of());
    }

    /** It has these and room for anything. Its next true sync comes too late then, the one after that does not. */
    Command nonsense(List<AttemptId> attempts) {
        return new Command.Sync(
                as.node(),
                new SyncReport(
                        as.incarnation(), sequence + 1, held(attempts), MORE_THAN_IT_HAS, 0.5, Duration.ofSeconds(3)));
    }

    /** It has just started, with these. */
    Command twin(List<AttemptId> attempts) {
        Introduction said =
                new Introduction(introduction.facts(), introduction.capacity(), held(attempts), introduction.stay());
        return new Command.Introduce(
                as.node(), said, null, null, introduction.facts().name() + "-twin");
    }

    /** It was told that it is a copy of this node, and joins as a new one. */
    Command copyOf(NodeId node, TokenHash token) {
        return new Command.Introduce(null, introduction, token, node, "");
    }

    private List<Held> held(List<AttemptId> attempts) {
        List<Held> held = new ArrayList<>();
        attempts.forEach(one -> held.add(Held.of(one, chance.one(List.of(Held.State.values())))));
        return held;
    }
}
