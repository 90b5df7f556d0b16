package org.gleaner.core.step;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.attempt.AttemptState;
import org.gleaner.core.attempt.EndedAttempt;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.Halt;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.message.Orders;
import org.gleaner.core.message.Start;
import org.gleaner.core.node.Held;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.placing.Board;
import org.gleaner.core.pool.GridNode;
import org.gleaner.core.pool.LiveAttempt;
import org.jspecify.annotations.Nullable;

/** What a node shall do: a pure comparison of what it was assigned with what it says it holds. */
final class NodeOrders {
    private NodeOrders() {}

    static Orders of(Board board, GridNode node) {
        List<AttemptId> stop = new ArrayList<>();
        List<AttemptId> release = new ArrayList<>();
        List<AttemptId> report = new ArrayList<>();
        for (Held held : node.holds().values()) {
            AttemptState attempt = stateOf(board, node, held.attempt());
            boolean wanted = attempt == AttemptState.ASSIGNED || attempt == AttemptState.HELD;
            if (held.state() != Held.State.FINISHED) {
                if (!wanted || board.settings().halt() == Halt.ALL) {
                    stop.add(held.attempt());
                }
            } else if (wanted || (attempt == AttemptState.GIVEN_UP && !isSettled(board, held.attempt()))) {
                report.add(held.attempt());
            } else {
                release.add(held.attempt());
            }
        }
        return new Orders(starts(board, node), stop, release, report);
    }

    /** Attempts that the node has not been told of since it last said what it holds. */
    static List<Start> starts(Board board, GridNode node) {
        List<Start> starts = new ArrayList<>();
        for (LiveAttempt attempt : node.live()) {
            if (!attempt.told() && mayRun(board, attempt.id())) {
                starts.add(board.jobs().open(attempt.id().job()).start(attempt));
            }
        }
        return starts;
    }

    /** An attempt whose task no longer runs (done by another, cancelled) shall stop. */
    static boolean runs(Board board, AttemptId attempt) {
        OpenJob job = board.jobs().get(attempt.job());
        return job != null && job.states().is(attempt.ordinal(), TaskState.RUNNING);
    }

    /** Whether it shall run now: its task wants it, and nobody has stopped everything. */
    static boolean mayRun(Board board, AttemptId attempt) {
        return runs(board, attempt) && board.settings().halt() != Halt.ALL;
    }

    /** Where an attempt stands that this node speaks of. */
    static AttemptState stateOf(Board board, GridNode node, AttemptId attempt) {
        LiveAttempt live = node.live(attempt);
        if (live != null) {
            AttemptState known = live.held() == null ? AttemptState.ASSIGNED : AttemptState.HELD;
            return runs(board, attempt) ? known : AttemptState.STOPPING;
        }
        OpenJob job = board.jobs().get(attempt.job());
        return job != null && givenUp(job, node, attempt) != null ? AttemptState.GIVEN_UP : AttemptState.SETTLED;
    }

    /** Whether nothing that an attempt brings can change its task any more. */
    private static boolean isSettled(Board board, AttemptId attempt) {
        OpenJob job = board.jobs().get(attempt.job());
        return job == null || job.states().of(attempt.ordinal()).isFinal();
    }

    /** The attempt if the server itself ended it without the node's word: its node may come back with it. */
    static @Nullable EndedAttempt givenUp(OpenJob job, GridNode node, AttemptId attempt) {
        if (attempt.ordinal() > job.states().size()) {
            return null;
        }
        EndedAttempt ended = job.record(attempt.ordinal()).ended(attempt.number());
        boolean byServer = ended != null
                && ended.node().equals(node.id())
                && (ended.outcome() == Outcome.LOST || ended.outcome() == Outcome.RETURNED);
        return byServer ? ended : null;
    }
}
