package org.gleaner.core.agent;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Set;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.message.Start;
import org.gleaner.core.node.Held;
import org.jspecify.annotations.Nullable;

/**
 * An attempt that the agent has, from the order to start it until the server has taken its report.
 *
 * <pre>
 * QUEUED ─► RUNNING ─► KEEPING ─► SENDING ─► READY ◄─► COMMITTING ─► gone
 *    │         └► KILLING ┘          ▲         ▲            │
 *    └───────────────────────────────┼─────────┘            │
 *                                    └──────────────────────┘ blobs are missing
 * </pre>
 *
 * From SENDING it becomes READY too when the server says stop: its answer to the commit tells whether it is wanted.
 *
 * Confined to {@link AgentLogic}.
 */
final class Holding {
    enum Phase {
        QUEUED,
        RUNNING,
        KILLING,
        /** Ended; the result is being put on disk. */
        KEEPING,
        /** The result's blobs are being uploaded. */
        SENDING,
        READY,
        COMMITTING
    }

    final AttemptId attempt;
    /** Null for a result found on disk and for an attempt that was only ever named in an order. */
    final @Nullable Start start;

    /** Whether the server is told that we hold it; not so if we only confirm that we don't. */
    boolean listed;

    /** Belongs to a server that no longer knows us: its end is told to nobody. */
    boolean orphaned;

    Phase phase;

    /** Stands still because tasks are not welcome here now. */
    boolean suspended;

    /** Was told to end for the same reason. */
    boolean evicted;

    @Nullable
    AttemptReport report;

    final Set<BlobHash> unsent = new LinkedHashSet<>();
    final Set<BlobHash> sending = new LinkedHashSet<>();
    /** Whether the server should hear of the result as soon as it is ready. */
    boolean urgent;

    Instant due = Instant.MAX;
    int refusals;
    private Duration cpu = Duration.ZERO;
    private MemorySize memory = MemorySize.ZERO;

    private Holding(AttemptId attempt, @Nullable Start start, boolean listed, Phase phase) {
        this.attempt = attempt;
        this.start = start;
        this.listed = listed;
        this.phase = phase;
    }

    static Holding queued(Start start) {
        return new Holding(start.attempt(), start, true, Phase.QUEUED);
    }

    /** A report that needs nothing more than to be committed. */
    static Holding ready(AttemptReport report, boolean listed, Instant now) {
        Holding holding = new Holding(report.attempt(), null, listed, Phase.READY);
        holding.report = report;
        holding.due = now;
        return holding;
    }

    void usage(Duration newCpu, MemorySize newMemory) {
        cpu = newCpu;
        memory = newMemory;
    }

    /** The report from now on; nothing of it is on disk. */
    void becomes(AttemptReport bare, Instant now) {
        report = bare;
        unsent.clear();
        sending.clear();
        phase = Phase.READY;
        due = now;
    }

    /** The server shall hear of the result as soon as it is ready; returns whether that is news of a result. */
    boolean hasten(Instant now) {
        boolean changed = !urgent;
        urgent = true;
        if (phase == Phase.READY && due.isAfter(now) && refusals == 0) {
            due = now;
        }
        return changed && isFinished();
    }

    boolean isBusy() {
        return phase == Phase.RUNNING || phase == Phase.KILLING;
    }

    boolean isFinished() {
        return phase.compareTo(Phase.KEEPING) >= 0;
    }

    Held held() {
        Held.State state = switch (phase) {
            case QUEUED -> Held.State.QUEUED;
            // Only what can be committed counts as finished: asked to report it, we could do nothing else.
            case RUNNING -> suspended ? Held.State.SUSPENDED : Held.State.RUNNING;
            case KILLING, KEEPING, SENDING -> Held.State.RUNNING;
            case READY, COMMITTING -> Held.State.FINISHED;
        };
        return new Held(attempt, state, cpu, memory);
    }
}
