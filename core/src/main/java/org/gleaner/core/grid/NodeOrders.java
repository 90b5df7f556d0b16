package org.gleaner.core.grid;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.attempt.EndedAttempt;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.message.Orders;
import org.gleaner.core.message.Start;
import org.gleaner.core.node.Held;
import org.jspecify.annotations.Nullable;

/** What a node shall do: a pure comparison of what it was assigned with what it says it holds. */
final class NodeOrders {
    private NodeOrders() {}

    static Orders of(GridState state, GridNode node) {
        List<AttemptId> stop = new ArrayList<>();
        List<AttemptId> release = new ArrayList<>();
        List<AttemptId> report = new ArrayList<>();
        for (Held held : node.holds().values()) {
            boolean finished = held.state() == Held.State.FINISHED;
            boolean wanted = node.live(held.attempt()) != null ? runs(state, held.attempt()) : false;
            if (wanted) {
                if (finished) {
                    report.add(held.attempt());
                }
            } else if (!finished) {
                stop.add(held.attempt());
            } else if (mayStillCount(state, node, held.attempt())) {
                report.add(held.attempt());
            } else {
                release.add(held.attempt());
            }
        }
        return new Orders(starts(state, node), stop, release, report);
    }

    /** Attempts that the node has not been told of since it last said what it holds. */
    static List<Start> starts(GridState state, GridNode node) {
        List<Start> starts = new ArrayList<>();
        for (LiveAttempt attempt : node.live()) {
            if (!attempt.told() && runs(state, attempt.id())) {
                starts.add(state.open(attempt.id().job()).start(attempt));
            }
        }
        return starts;
    }

    /** An attempt whose task no longer runs (done by another, cancelled) shall stop. */
    static boolean runs(GridState state, AttemptId attempt) {
        OpenJob job = state.job(attempt.job());
        return job != null && job.states().is(attempt.ordinal(), TaskState.RUNNING);
    }

    /** Whether a success of an attempt that was given up would be accepted. */
    static boolean mayStillCount(GridState state, GridNode node, AttemptId attempt) {
        OpenJob job = state.job(attempt.job());
        EndedAttempt ended = job == null ? null : givenUp(job, node, attempt);
        return job != null
                && ended != null
                && !job.states().of(attempt.ordinal()).isFinal();
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
