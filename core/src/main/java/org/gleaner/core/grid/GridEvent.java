package org.gleaner.core.grid;

import java.time.Instant;
import java.util.List;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Recipe;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
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
    sealed interface Hard extends GridEvent {
        <R> R accept(HardVisitor<R> visitor);
    }

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

        @Override
        public <R> R accept(HardVisitor<R> visitor) {
            return visitor.jobSubmitted(this);
        }
    }

    /** Tasks move to a state. Running tasks keep running; the state is then where they go when their attempt ends. */
    record TasksMoved(JobId job, Ordinals ordinals, TaskState to) implements Hard {
        @Override
        public <R> R accept(HardVisitor<R> visitor) {
            return visitor.tasksMoved(this);
        }
    }

    /** Failure and lost counters go back to 0. */
    record CountersReset(JobId job, Ordinals ordinals) implements Hard {
        @Override
        public <R> R accept(HardVisitor<R> visitor) {
            return visitor.countersReset(this);
        }
    }

    record AttemptAssigned(AttemptId attempt, NodeId node, int lane, Instant at) implements Hard {
        @Override
        public <R> R accept(HardVisitor<R> visitor) {
            return visitor.attemptAssigned(this);
        }
    }

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

        @Override
        public <R> R accept(HardVisitor<R> visitor) {
            return visitor.attemptEnded(this);
        }
    }

    /** Files that an attempt wrote so far; each replaces the one of its name that the task had before. */
    record PartialKept(AttemptId attempt, List<ResultFile> files, Instant at) implements Hard {
        public PartialKept {
            files = List.copyOf(files);
        }

        @Override
        public <R> R accept(HardVisitor<R> visitor) {
            return visitor.partialKept(this);
        }
    }

    /** A lost attempt came back with its node, and nobody else has taken the task: it is live again. */
    record AttemptRevived(AttemptId attempt, NodeId node, int lane, Instant at, TaskRecord record) implements Hard {
        @Override
        public <R> R accept(HardVisitor<R> visitor) {
            return visitor.attemptRevived(this);
        }
    }

    record BrakeSet(JobId job, Brake brake) implements Hard {
        @Override
        public <R> R accept(HardVisitor<R> visitor) {
            return visitor.brakeSet(this);
        }
    }

    /** The owner changed how often and how long its tasks may be tried, and when its turn comes. */
    record JobAdjusted(JobId job, JobLimits limits, int priority, int weight) implements Hard {
        @Override
        public <R> R accept(HardVisitor<R> visitor) {
            return visitor.jobAdjusted(this);
        }
    }

    /** New input files; pages replace the pages of the same number. */
    record FilesRefreshed(JobId job, List<InputFile> inputs, List<EntryPage> pages) implements Hard {
        @Override
        public <R> R accept(HardVisitor<R> visitor) {
            return visitor.filesRefreshed(this);
        }
    }

    /** Every task is done or cancelled and nothing runs: the job leaves memory. */
    record JobClosed(JobId job, TaskCounts tasks, Instant at) implements Hard {
        @Override
        public <R> R accept(HardVisitor<R> visitor) {
            return visitor.jobClosed(this);
        }
    }

    record JobReopened(StoredJob job) implements Hard {
        @Override
        public <R> R accept(HardVisitor<R> visitor) {
            return visitor.jobReopened(this);
        }
    }

    /**
     * A job that was closed at this time is old: it goes, or only its files do. If it was opened again meanwhile and is
     * no longer closed since then, nothing happens. Its key stays until keys of its age go.
     */
    record JobRetired(JobId job, Instant closed, Instant at, boolean onlyFiles) implements Hard {
        @Override
        public <R> R accept(HardVisitor<R> visitor) {
            return visitor.jobRetired(this);
        }
    }

    /** The job and all that belongs to it is gone; it may be open or closed. */
    record JobDeleted(JobId job) implements Hard {
        @Override
        public <R> R accept(HardVisitor<R> visitor) {
            return visitor.jobDeleted(this);
        }
    }

    /** @param copyOf the node by whose token it came, as its disk was copied; null: none */
    record NodeIntroduced(
            NodeId node,
            int incarnation,
            NodeFacts facts,
            Capacity capacity,
            Instant at,
            Stay stay,
            @Nullable NodeId copyOf)
            implements Hard {
        public NodeIntroduced(NodeId node, int incarnation, NodeFacts facts, Capacity capacity, Instant at, Stay stay) {
            this(node, incarnation, facts, capacity, at, stay, null);
        }

        public NodeIntroduced(NodeId node, int incarnation, NodeFacts facts, Capacity capacity, Instant at) {
            this(node, incarnation, facts, capacity, at, Stay.UNKNOWN);
        }

        @Override
        public <R> R accept(HardVisitor<R> visitor) {
            return visitor.nodeIntroduced(this);
        }
    }

    /** Somebody changed what is wanted of a node. Of one that is forgotten nothing is believed any more. */
    record DutySet(NodeId node, Duty duty) implements Hard {
        @Override
        public <R> R accept(HardVisitor<R> visitor) {
            return visitor.dutySet(this);
        }
    }

    /** The node could not start a task made so: no more of them until a trial succeeds. */
    record RecipeRefused(NodeId node, Recipe recipe, Instant at) implements Hard {
        @Override
        public <R> R accept(HardVisitor<R> visitor) {
            return visitor.recipeRefused(this);
        }
    }

    record RecipeTrusted(NodeId node, Recipe recipe) implements Hard {
        @Override
        public <R> R accept(HardVisitor<R> visitor) {
            return visitor.recipeTrusted(this);
        }
    }

    record SettingChanged(String name, String value) implements Hard {
        @Override
        public <R> R accept(HardVisitor<R> visitor) {
            return visitor.settingChanged(this);
        }
    }

    /** A token exists, or what is noted about one has changed. */
    record TokenIssued(Token token) implements Hard {
        @Override
        public <R> R accept(HardVisitor<R> visitor) {
            return visitor.tokenIssued(this);
        }
    }

    record TokenRevoked(TokenHash hash) implements Hard {
        @Override
        public <R> R accept(HardVisitor<R> visitor) {
            return visitor.tokenRevoked(this);
        }
    }

    record KeysExpired(Instant before) implements Hard {
        @Override
        public <R> R accept(HardVisitor<R> visitor) {
            return visitor.keysExpired(this);
        }
    }

    /** What is now believed about a node. */
    record NodeObserved(NodeId node, NodeBelief belief) implements Hard {
        @Override
        public <R> R accept(HardVisitor<R> visitor) {
            return visitor.nodeObserved(this);
        }
    }

    /** What is now believed about a type. */
    record TypeObserved(TypeKey type, TypeBelief belief) implements Hard {
        @Override
        public <R> R accept(HardVisitor<R> visitor) {
            return visitor.typeObserved(this);
        }
    }

    /** Nobody used the type for long: nothing is believed about it any more. */
    record TypeForgotten(TypeKey type) implements Hard {
        @Override
        public <R> R accept(HardVisitor<R> visitor) {
            return visitor.typeForgotten(this);
        }
    }

    /** A stay of a node ended in a way that would have ended an attempt. */
    record StayEnded(NodeId node, Instant from, Instant to) implements Hard {
        @Override
        public <R> R accept(HardVisitor<R> visitor) {
            return visitor.stayEnded(this);
        }
    }

    /** Of stays that ended before this time only weekly sums are kept. */
    record StaysFolded(Instant before) implements Hard {
        @Override
        public <R> R accept(HardVisitor<R> visitor) {
            return visitor.staysFolded(this);
        }
    }

    /** One method per hard event: a forgotten one does not compile. */
    interface HardVisitor<R> {
        R jobSubmitted(JobSubmitted event);

        R tasksMoved(TasksMoved event);

        R countersReset(CountersReset event);

        R attemptAssigned(AttemptAssigned event);

        R attemptEnded(AttemptEnded event);

        R partialKept(PartialKept event);

        R attemptRevived(AttemptRevived event);

        R brakeSet(BrakeSet event);

        R jobAdjusted(JobAdjusted event);

        R filesRefreshed(FilesRefreshed event);

        R jobClosed(JobClosed event);

        R jobReopened(JobReopened event);

        R jobDeleted(JobDeleted event);

        R nodeIntroduced(NodeIntroduced event);

        R dutySet(DutySet event);

        R recipeRefused(RecipeRefused event);

        R recipeTrusted(RecipeTrusted event);

        R settingChanged(SettingChanged event);

        R tokenIssued(TokenIssued event);

        R tokenRevoked(TokenRevoked event);

        R keysExpired(KeysExpired event);

        R jobRetired(JobRetired event);

        R nodeObserved(NodeObserved event);

        R typeObserved(TypeObserved event);

        R typeForgotten(TypeForgotten event);

        R stayEnded(StayEnded event);

        R staysFolded(StaysFolded event);
    }
}
