package org.gleaner.core.view;

import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.node.Held;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.pool.LiveAttempt;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of tasks that were given to nodes: of those in one lane only the first goes on. Each is in one of these.
 *
 * @param suspended they have begun, and stand still while somebody needs the machine
 * @param running the others that go on there, or are about to
 * @param queued they wait in lanes, behind others of their job
 */
record GivenTasks(BitSet running, BitSet suspended, BitSet queued) {
    /** The one that has begun goes on; else the one that was given first. */
    private static final Comparator<LiveAttempt> BY_TURN = Comparator.<LiveAttempt>comparingInt(
                    attempt -> isBegun(attempt) ? 0 : 1)
            .thenComparing(LiveAttempt::assigned)
            .thenComparing(LiveAttempt::id);

    private record Lane(NodeId node, int number) {
        static Lane of(LiveAttempt attempt) {
            return new Lane(attempt.node(), attempt.lane());
        }
    }

    /** @param tasks that were given to nodes, all or some of those of the job */
    static GivenTasks of(OpenJob job, BitSet tasks) {
        Map<Lane, LiveAttempt> first = new HashMap<>();
        job.live()
                .forEach(attempt -> first.merge(
                        Lane.of(attempt), attempt, (one, other) -> BY_TURN.compare(one, other) <= 0 ? one : other));
        BitSet running = new BitSet();
        BitSet suspended = new BitSet();
        for (LiveAttempt attempt : job.live()) {
            if (attempt.held() == Held.State.SUSPENDED) {
                suspended.set(attempt.id().ordinal());
            } else if (isBegun(attempt) || attempt == first.get(Lane.of(attempt))) {
                running.set(attempt.id().ordinal());
            }
        }
        running.and(tasks);
        suspended.and(tasks);
        // A task of which a copy goes on does not stand still.
        suspended.andNot(running);
        BitSet queued = (BitSet) tasks.clone();
        queued.andNot(running);
        queued.andNot(suspended);
        return new GivenTasks(running, suspended, queued);
    }

    private static boolean isBegun(LiveAttempt attempt) {
        Held.@Nullable State held = attempt.held();
        return held != null && held != Held.State.QUEUED;
    }
}
