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
import org.gleaner.core.placing.Roster;
import org.gleaner.core.placing.UnitExpiry;
import org.gleaner.core.pool.GridNode;
import org.gleaner.core.pool.LiveAttempt;
import org.jspecify.annotations.Nullable;

/** What a node shall do: a pure comparison of what it was assigned with what it says it holds. */
final class NodeOrders {
    private NodeOrders() {}

    static Orders of(Roster roster, GridNode node) {
        List<AttemptId> stop = new ArrayList<>();
        List<AttemptId> release = new ArrayList<>();
        List<AttemptId> report = new ArrayList<>();
        for (Held held : node.holds().values()) {
            AttemptState attempt = stateOf(roster, node, held.attempt());
            boolean wanted = attempt == AttemptState.ASSIGNED || attempt == AttemptState.HELD;
            if (held.state() != Held.State.FINISHED) {
                if (!wanted || roster.settings().halt() == Halt.ALL) {
                    stop.add(held.attempt());
                }
            } else if (wanted || (attempt == AttemptState.GIVEN_UP && !isSettled(roster, held.attempt()))) {
                report.add(held.attempt());
            } else {
                release.add(held.attempt());
            }
        }
        return new Orders(starts(roster, node), stop, release, report);
    }

    /** Attempts that the node has not been told of since it last said what it holds. */
    static List<Start> starts(Roster roster, GridNode node) {
        List<Start> starts = new ArrayList<>();
        for (LiveAttempt attempt : node.live()) {
            if (!attempt.told() && mayRun(roster, attempt.id())) {
                OpenJob job = roster.jobs().open(attempt.id().job());
                starts.add(job.start(attempt).expiring(UnitExpiry.of(roster, job, node)));
            }
        }
        return starts;
    }

    /** An attempt whose task no longer runs (done by another, cancelled) shall stop. */
    static boolean runs(Roster roster, AttemptId attempt) {
        OpenJob job = roster.jobs().get(attempt.job());
        return job != null && job.states().is(attempt.ordinal(), TaskState.RUNNING);
    }

    /** Whether it shall run now: its task wants it, and nobody has stopped everything. */
    static boolean mayRun(Roster roster, AttemptId attempt) {
        return runs(roster, attempt) && roster.settings().halt() != Halt.ALL;
    }

    /** Where an attempt stands that this node speaks of. */
    static AttemptState stateOf(Roster roster, GridNode node, AttemptId attempt) {
        LiveAttempt live = node.live(attempt);
        if (live != null) {
            AttemptState known = live.held() == null ? AttemptState.ASSIGNED : AttemptState.HELD;
            return runs(roster, attempt) ? known : AttemptState.STOPPING;
        }
        OpenJob job = roster.jobs().get(attempt.job());
        return job != null && givenUp(job, node, attempt) != null ? AttemptState.GIVEN_UP : AttemptState.SETTLED;
    }

    /** Whether nothing that an attempt brings can change its task any more. */
    private static boolean isSettled(Roster roster, AttemptId attempt) {
        OpenJob job = roster.jobs().get(attempt.job());
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
