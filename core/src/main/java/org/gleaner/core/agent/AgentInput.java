package org.gleaner.core.agent;

import java.time.Duration;
import java.util.List;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.message.CommitReply;
import org.gleaner.core.message.Orders;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.node.ProcessorUse;
import org.gleaner.core.observer.Stay;
import org.jspecify.annotations.Nullable;

/** Something that happened to an agent. What belongs to nothing outstanding is ignored, so any may come twice. */
public sealed interface AgentInput {
    /**
     * The process is up; always the first input.
     *
     * @param kept results that an earlier life left on disk
     * @param knownAs the node that this directory was introduced as, if it ever was
     * @param stay as of now: a new one, or that of the program whose place this one takes
     */
    record Started(
            NodeFacts facts,
            Capacity capacity,
            List<AttemptReport> kept,
            @Nullable NodeId knownAs,
            Stay stay) implements AgentInput {
        public Started {
            kept = List.copyOf(kept);
        }
    }

    record Introduced(long call, org.gleaner.core.message.Introduced answer) implements AgentInput {}

    record OrdersArrived(long call, Orders orders) implements AgentInput {}

    record CommitAnswered(long call, CommitReply reply) implements AgentInput {}

    /** The server understood the call and said no; {@code code} is that of the problem. */
    record CallRefused(long call, String code) implements AgentInput {}

    /** No answer, or one that says "not now"; whether the call had an effect is unknown. */
    record CallFailed(long call, @Nullable Duration retryAfter) implements AgentInput {}

    record BlobUploaded(AttemptId attempt, BlobHash hash) implements AgentInput {}

    /** The upload may be tried again. */
    record UploadFailed(
            AttemptId attempt, BlobHash hash, @Nullable Duration retryAfter) implements AgentInput {}

    /** Trying the upload again is useless: too large for the server, or the file is gone. */
    record UploadImpossible(AttemptId attempt, String why) implements AgentInput {}

    /**
     * A process that was to be started has ended, with all its descendants, or could not start at all. The outcome is
     * STOPPED only if a kill came before the process ended by itself.
     */
    record AttemptFinished(AttemptReport report) implements AgentInput {}

    /** The result is on disk and survives a crash. */
    record ResultKept(AttemptId attempt) implements AgentInput {}

    /**
     * The result could not be put on disk.
     *
     * @param outcome what becomes of the attempt: given back, unless the disk is full of its own files
     */
    record ResultNotKept(AttemptId attempt, Outcome outcome, String why) implements AgentInput {}

    record UsageSampled(AttemptId attempt, Duration cpu, MemorySize memory) implements AgentInput {}

    /**
     * Whether tasks are welcome on this machine from now on. They are not while somebody sits at it, outside of the
     * hours, on battery, or while work is paused: which of these it is, the logic does not know and can't tell.
     */
    record WelcomeChanged(boolean welcome) implements AgentInput {}

    /** What the machine's owner leaves us now, and the share of the machine that others use. */
    record OfferChanged(Capacity offer, @Nullable ProcessorUse use) implements AgentInput {}

    /** More is known about the machine than when the agent introduced itself; the server shall know it too. */
    record FactsFound(NodeFacts facts) implements AgentInput {}

    record TimerFired() implements AgentInput {}

    /** The agent shall hand back what it holds and end. */
    record StopRequested() implements AgentInput {}
}
