package org.gleaner.core.grid;

import java.time.Instant;
import java.util.List;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.attempt.Resumption;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.job.Deadline;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.Hosting;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Recipe;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.job.Turn;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Duty;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.observer.NodeBelief;
import org.gleaner.core.observer.Stay;
import org.gleaner.core.observer.TypeBelief;
import org.jspecify.annotations.Nullable;

/**
 * A fact that changes the grid. Every event has two readers, the state in memory and the store's projection, and both
 * only set what the event says: whatever needs a rule was decided before. Hard events are stored; soft ones are
 * learnt again after a restart.
 */
public sealed interface GridEvent permits GridEvent.Hard, SoftEvent {

    /** Stored: loading it back gives the same state. */
    sealed interface Hard extends GridEvent {}

    /** @param waiting tasks that others must be done before; the others are ready */
    record JobSubmitted(
            JobId job,
            Owner owner,
            Instant at,
            JobSpec spec,
            List<EntryPage> pages,
            @Nullable SubmissionKey key,
            Ordinals waiting)
            implements Hard {
        /** A job that waits for nothing. */
        public JobSubmitted(
                JobId job, Owner owner, Instant at, JobSpec spec, List<EntryPage> pages, @Nullable SubmissionKey key) {
            this(job, owner, at, spec, pages, key, new Ordinals(List.of()));
        }
    }

    /**
     * Tasks come to a growing job, behind those that it has, all of them in one state.
     *
     * @param first what the first of them is called
     */
    record TasksAdded(
            JobId job,
            int first,
            List<Entry> entries,
            TaskState state,
            Instant at,
            @Nullable SubmissionKey key) implements Hard {
        public TasksAdded {
            entries = List.copyOf(entries);
        }

        public Ordinals ordinals() {
            return Ordinals.range(first, first - 1 + entries.size());
        }
    }

    /** No more tasks come to a job that was growing: it closes when those that it has are over. */
    record JobSealed(JobId job) implements Hard {}

    /** The problem whose units are the tasks of a growing job has come so far. */
    record HostSaved(JobId job, Hosting hosting, Instant at) implements Hard {}

    /** Tasks move to a state. Running tasks keep running; the state is then where they go when their attempt ends. */
    record TasksMoved(JobId job, Ordinals ordinals, TaskState to) implements Hard {}

    /** Failure and lost counters go back to 0. */
    record CountersReset(JobId job, Ordinals ordinals) implements Hard {}

    record AttemptAssigned(AttemptId attempt, NodeId node, int lane, Instant at) implements Hard {}

    /**
     * An attempt ended, or the late word of one that was lost is recorded.
     *
     * @param then the task's state after it; RUNNING if another attempt of it is live
     * @param record the task's record after it; irrelevant if the task is done
     */
    record AttemptEnded(AttemptReport report, NodeId node, Instant at, TaskState then, TaskRecord record)
            implements Hard {
        public AttemptId attempt() {
            return report.attempt();
        }
    }

    /**
     * Files that an attempt wrote so far; each replaces the one of its name that the attempt had before.
     *
     * @param gone names of those that it had before and has no longer
     */
    record PartialKept(AttemptId attempt, List<ResultFile> files, List<String> gone, Instant at) implements Hard {
        public PartialKept {
            files = List.copyOf(files);
            gone = List.copyOf(gone);
        }

        /** None of those that it had before is gone. */
        public PartialKept(AttemptId attempt, List<ResultFile> files, Instant at) {
            this(attempt, files, List.of(), at);
        }
    }

    /** The attempt is about to begin with files of an earlier one of its task: from now on it has left them, too. */
    record AttemptResumed(AttemptId attempt, Resumption resumption) implements Hard {}

    /** A lost attempt came back with its node, and nobody else has taken the task: it is live again. */
    record AttemptRevived(AttemptId attempt, NodeId node, int lane, Instant at, TaskRecord record) implements Hard {}

    record BrakeSet(JobId job, Brake brake) implements Hard {}

    /**
     * The owner changed how often and how long its tasks may be tried, and when its turn comes.
     *
     * @param paused whether it is still on hold since it was submitted
     */
    record JobAdjusted(
            JobId job,
            JobLimits limits,
            int priority,
            int weight,
            @Nullable Instant begin,
            @Nullable Deadline deadline,
            boolean paused)
            implements Hard {
        /** @param after the job as it is then */
        public static JobAdjusted to(JobId job, JobSpec after) {
            Turn turn = after.turn();
            return new JobAdjusted(
                    job, after.limits(), turn.priority(), turn.weight(), turn.begin(), turn.deadline(), turn.paused());
        }

        /** The job as it is then. */
        public JobSpec of(JobSpec spec) {
            Turn turn = spec.turn().with(priority, weight, begin).by(deadline);
            return spec.with(limits).withTurn(paused ? turn : turn.released());
        }
    }

    /** It was noticed that the job won't be done by its deadline: the deadline is past, or no future meets it. */
    record DeadlineHopeless(JobId job, Instant deadline, Instant at) implements Hard {
        /** The job as it is then. */
        public JobSpec of(JobSpec spec) {
            return spec.withTurn(spec.turn().by(new Deadline(deadline, true)));
        }
    }

    /** New input files; pages replace the pages of the same number. */
    record FilesRefreshed(JobId job, List<InputFile> inputs, List<EntryPage> pages) implements Hard {}

    /** Tasks of the job are about to start with these files, which others left: they belong to this job too. */
    record FilesTaken(JobId job, List<InputFile> files) implements Hard {
        public FilesTaken {
            files = List.copyOf(files);
        }
    }

    /** Every task is done or cancelled and nothing runs: the job leaves memory. */
    record JobClosed(JobId job, TaskCounts tasks, Instant at) implements Hard {}

    record JobReopened(StoredJob job) implements Hard {}

    /**
     * A job that was closed at this time is old: it goes, or only its files do. If it was opened again meanwhile and is
     * no longer closed since then, nothing happens. Its key stays until keys of its age go.
     */
    record JobRetired(JobId job, Owner owner, Instant closed, Instant at, boolean onlyFiles) implements Hard {}

    /** The job and all that belongs to it is gone; it may be open or closed. */
    record JobDeleted(JobId job, Owner owner) implements Hard {}

    /** @param copyOf the node by whose token it came, as its disk was copied; null: none */
    record NodeIntroduced(
            NodeId node,
            int incarnation,
            NodeFacts facts,
            Capacity capacity,
            Instant at,
            Stay stay,
            @Nullable NodeId copyOf)
            implements Hard {}

    /** Somebody changed what is wanted of a node. Of one that is forgotten nothing is believed any more. */
    record DutySet(NodeId node, Duty duty) implements Hard {}

    /** The node could not start a task made so: no more of them until a trial succeeds. */
    record RecipeRefused(NodeId node, Recipe recipe, Instant at) implements Hard {}

    record RecipeTrusted(NodeId node, Recipe recipe) implements Hard {}

    record SettingChanged(String name, String value) implements Hard {}

    /** A token exists, or what is noted about one has changed. */
    record TokenIssued(Token token) implements Hard {}

    record TokenRevoked(TokenHash hash) implements Hard {}

    record KeysExpired(Instant before) implements Hard {}

    /** What is now believed about a node. */
    record NodeObserved(NodeId node, NodeBelief belief) implements Hard {}

    /** What is now believed about a type. */
    record TypeObserved(TypeKey type, TypeBelief belief) implements Hard {}

    /** Nobody used the type for long: nothing is believed about it any more. */
    record TypeForgotten(TypeKey type) implements Hard {}

    /** A stay of a node ended in a way that would have ended an attempt. */
    record StayEnded(NodeId node, Instant from, Instant to) implements Hard {}

    /** Of stays that ended before this time only weekly sums are kept. */
    record StaysFolded(Instant before) implements Hard {}
}
