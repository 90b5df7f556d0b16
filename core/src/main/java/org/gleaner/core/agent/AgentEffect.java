package org.gleaner.core.agent;

import java.time.Duration;
import java.time.Instant;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.Start;
import org.gleaner.core.message.SyncReport;
import org.jspecify.annotations.Nullable;

/**
 * Something that an agent wants done. Whoever executes effects begins them in the order given and, for one attempt,
 * finishes them in that order; calls may be lost without a word, as the logic counts an unanswered one as failed.
 */
public sealed interface AgentEffect {
    /**
     * Introduce this agent to the server.
     *
     * @param asNew with the join token, as the server does not take what this directory was known as
     */
    record Introduce(long call, Introduction introduction, boolean asNew) implements AgentEffect {}

    /** A newer sync replaces one that is still outstanding. */
    record Sync(long call, SyncReport report) implements AgentEffect {}

    record Commit(long call, CommitCall content) implements AgentEffect {}

    /** Send a file of a kept result; answered by BlobUploaded, UploadFailed or UploadImpossible. */
    record Upload(AttemptId attempt, BlobHash hash) implements AgentEffect {}

    /**
     * Fetch the inputs and run the command; answered by AttemptFinished, always.
     *
     * @param more whether others of its lane wait behind it, so that what they can share is worth making
     */
    record StartProcess(Start start, boolean more) implements AgentEffect {}

    /**
     * Stop the process and all its descendants where they are, or, if it has not started, do not start it yet. Its time
     * limit stands still meanwhile. Nothing answers; if it has ended, it is too late and does nothing.
     */
    record SuspendProcess(AttemptId attempt) implements AgentEffect {}

    /** Let a suspended process go on. */
    record ResumeProcess(AttemptId attempt) implements AgentEffect {}

    /**
     * Whether tasks are welcome from now on. As long as they are not, nothing stays that only waits for the next one:
     * its memory is wanted, also if no task runs.
     */
    record ChangeWelcome(boolean welcome) implements AgentEffect {}

    /**
     * End the process and all its descendants, also if it is suspended; AttemptFinished confirms it. May come again
     * with a shorter grace.
     */
    record KillProcess(AttemptId attempt, Duration grace) implements AgentEffect {}

    /**
     * Put the result on disk; answered by ResultKept or ResultNotKept.
     *
     * @param urgent whether the server should hear of it soon; else it may wait a moment for others
     */
    record KeepResult(AttemptReport report, boolean urgent) implements AgentEffect {}

    /** Delete whatever is on disk for this attempt, if anything is. */
    record ForgetResult(AttemptId attempt) implements AgentEffect {}

    /** Send TimerFired then; replaces the timer set before. */
    record SetTimer(Instant at) implements AgentEffect {}

    /**
     * Nothing is left to do.
     *
     * @param refusal the problem code with which the server never let us in; null if the agent was asked to stop
     */
    record Exit(@Nullable String refusal) implements AgentEffect {}
}
