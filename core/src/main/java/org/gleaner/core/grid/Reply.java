package org.gleaner.core.grid;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.Deadline;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.node.Mismatch;
import org.gleaner.core.observer.StayWeek;
import org.jspecify.annotations.Nullable;

/** What a caller gets back. */
public sealed interface Reply {
    record Introduced(org.gleaner.core.message.Introduced content) implements Reply {}

    record Ordered(org.gleaner.core.message.Orders content) implements Reply {}

    /**
     * @param unproven attempts that were answered by their job or task alone: whose they were is not in memory any more
     */
    record Committed(org.gleaner.core.message.CommitReply content, List<AttemptId> unproven) implements Reply {
        public Committed {
            unproven = List.copyOf(unproven);
        }

        public Committed(org.gleaner.core.message.CommitReply content) {
            this(content, List.of());
        }
    }

    record PartialTaken(org.gleaner.core.message.PartialAnswer content) implements Reply {}

    record Submitted(JobId job, int tasks, boolean again) implements Reply {}

    /** @param first of the tasks that have come to a job; 0: none came */
    record Added(JobId job, int first, int tasks, boolean again) implements Reply {}

    /** No more tasks come to the job. */
    record Sealed(JobId job) implements Reply {}

    /** @param jobs in the order in which the bundle describes them */
    record SubmittedAll(List<JobId> jobs, boolean again) implements Reply {
        public SubmittedAll {
            jobs = List.copyOf(jobs);
        }
    }

    /**
     * How many tasks a verb changed in each job, and what it left alone and why.
     *
     * @param next where to go on if there may be more; null: that is all
     */
    record Changed(
            Verb verb, List<JobChange> jobs, @Nullable JobId next) implements Reply {
        public Changed {
            jobs = List.copyOf(jobs);
        }

        public Changed(Verb verb, List<JobChange> jobs) {
            this(verb, jobs, null);
        }
    }

    /**
     * The jobs that have new terms.
     *
     * @param next where to go on if there may be more; null: that is all
     */
    record Adjusted(List<JobId> jobs, @Nullable JobId next) implements Reply {
        public Adjusted {
            jobs = List.copyOf(jobs);
        }

        public Adjusted(List<JobId> jobs) {
            this(jobs, null);
        }
    }

    /**
     * More jobs may be meant than are changed in one step, so none was: the desk asks for some at a time.
     *
     * @param youngest the youngest open job so far
     */
    record TooManyAtOnce(JobId youngest) implements Reply {
        /** What to ask for first. */
        public Command.Stretch first(boolean trial) {
            return new Command.Stretch(null, youngest, trial);
        }
    }

    /** @param left tasks that the verb does not apply to */
    record JobChange(JobId job, int changed, int left, Remark remark) {
        public JobChange(JobId job, int changed, int left) {
            this(job, changed, left, Remark.Plain.NONE);
        }
    }

    /**
     * @param next where to go on, as there may be more; null: these are all
     * @param total how many there are in all, if that was asked
     */
    record Jobs(
            List<JobSummary> jobs,
            @Nullable JobId next,
            @Nullable Long total) implements Reply {
        public Jobs {
            jobs = List.copyOf(jobs);
        }

        public Jobs(List<JobSummary> jobs, @Nullable JobId next) {
            this(jobs, next, null);
        }
    }

    /** @param next where to go on, as there may be more; null: that is all */
    record JobCount(int jobs, @Nullable JobId next) implements Reply {}

    /**
     * @param note why the job paused itself; empty if it did not
     * @param ended when it was over; null while it is open
     * @param origin the job whose tasks it runs again; null: none
     * @param deadline by when its owner wants it done; null: nobody said, or it is over
     * @param growing whether more tasks may come to it
     * @param hosted whether they come from a host and from nobody else; not known of what is over
     * @param solved whether its problem is solved, so that nobody needed what of it is cancelled; false if nothing is
     */
    record JobSummary(
            JobId id,
            String name,
            String type,
            Owner owner,
            Instant submitted,
            TaskCounts tasks,
            String note,
            @Nullable Instant ended,
            @Nullable JobId origin,
            @Nullable Deadline deadline,
            boolean growing,
            boolean hosted,
            boolean solved) {
        public JobSummary {
            solved = solved && tasks.cancelled() > 0;
        }

        /** An open one. */
        public JobSummary(
                JobId id, String name, String type, Owner owner, Instant submitted, TaskCounts tasks, String note) {
            this(id, name, type, owner, submitted, tasks, note, null, null, null, false, false, false);
        }

        public TaskState state() {
            return tasks.jobState(growing, solved);
        }

        public JobSummary endedAt(Instant at) {
            return new JobSummary(
                    id, name, type, owner, submitted, tasks, note, at, origin, deadline, growing, hosted, solved);
        }
    }

    /**
     * @param next where to go on, as there may be more; null: that is all that can be told
     * @param more whether there are others
     */
    record Explained(List<Reason> reasons, @Nullable JobId next, boolean more) implements Reply {
        public Explained {
            reasons = List.copyOf(reasons);
        }

        public Explained(List<Reason> reasons, @Nullable JobId next) {
            this(reasons, next, next != null);
        }

        public Explained(List<Reason> reasons) {
            this(reasons, null);
        }
    }

    /**
     * Reasons of many jobs, those that are alike together, in the order in which they are told.
     *
     * @param jobs how many were looked at
     * @param more whether there are others
     */
    record Summarised(List<Alike> groups, int jobs, boolean more) implements Reply {
        public Summarised {
            groups = List.copyOf(groups);
        }
    }

    /**
     * @param example of one job
     * @param jobs how many there are like that
     * @param tasks of all of them
     * @param same whether the facts of the example are those of all; otherwise only the class of its cause is
     */
    record Alike(Reason example, int jobs, long tasks, boolean same) {}

    /**
     * Which nodes could run a job that is not submitted.
     *
     * @param nodes all that are connected
     * @param fitting those of them that could run its tasks
     * @param away those that could run its tasks and are not connected
     * @param atOnce how many of its tasks the connected ones could run at once if they had nothing else to do
     * @param unknown what the job calls machines that none is called
     * @param misfits why the others can't; each of them is counted once
     * @param changes single changes to the job after which more nodes fit, the one that gains most first
     * @param objection why the job would be refused if it were submitted now; null if nothing is known against it
     */
    record Matched(
            int tasks,
            int nodes,
            int fitting,
            int away,
            int atOnce,
            List<String> unknown,
            List<Misfit> misfits,
            List<Change> changes,
            @Nullable Rejection objection)
            implements Reply {
        public Matched {
            unknown = List.copyOf(unknown);
            misfits = List.copyOf(misfits);
            changes = List.copyOf(changes);
        }
    }

    /**
     * What some nodes lack.
     *
     * @param needs what is needed of the kind, by each of some of them; the commonest first
     * @param has what they have instead
     * @param also what these nodes or some of them lack as well
     */
    record Misfit(Mismatch.Kind kind, int nodes, List<String> needs, List<String> has, List<Misfit> also) {
        public Misfit {
            needs = List.copyOf(needs);
            has = List.copyOf(has);
            also = List.copyOf(also);
        }

        /** They lack nothing else. */
        public Misfit(Mismatch.Kind kind, int nodes, List<String> needs, List<String> has) {
            this(kind, nodes, needs, has, List.of());
        }
    }

    /**
     * A single change of a job's needs.
     *
     * @param nodes how many more would fit
     * @param need what is to be given up; empty where the kind says it
     * @param instead what would do; empty: nothing of the kind
     */
    record Change(int nodes, Mismatch.Kind kind, String need, String instead) {}

    record Nodes(List<NodeSummary> nodes) implements Reply {
        public Nodes {
            nodes = List.copyOf(nodes);
        }
    }

    /**
     * All about one node. What belongs to others than the caller is only counted, in the summary.
     *
     * @param up since its agent started, as far as this run of the server knows; else since it introduced itself
     * @param outcomes the last few that this run of the server saw, oldest first
     * @param weeks its stays by the week in which they ended, oldest first; the store knows them
     */
    record NodeDetail(
            NodeSummary node,
            Duration up,
            NodeRecord observed,
            List<NodeRun> runs,
            List<NodeRefusal> refusals,
            List<NodeOutcome> outcomes,
            List<StayWeek> weeks)
            implements Reply {
        public NodeDetail {
            runs = List.copyOf(runs);
            refusals = List.copyOf(refusals);
            outcomes = List.copyOf(outcomes);
            weeks = List.copyOf(weeks);
        }

        public NodeDetail with(List<StayWeek> known) {
            return new NodeDetail(node, up, observed, runs, refusals, outcomes, known);
        }
    }

    /**
     * How the pool is shared among owners who have something to run, those who have had most first.
     *
     * @param weighted whether that decides whose turn it is
     * @param others all those together whom the caller may not see; null if there are none
     * @param more whether there are others that have had less
     */
    record Shares(
            boolean weighted,
            List<OwnerShare> owners,
            @Nullable OtherShares others,
            boolean more) implements Reply {
        public Shares {
            owners = List.copyOf(owners);
        }
    }

    /**
     * @param weighed whether its types have weights of their own
     * @param types that have something to run, those that have had most first; parts of what the owner has
     * @param more whether there are other types
     */
    record OwnerShare(Owner owner, Portion portion, boolean weighed, List<TypeShare> types, boolean more) {
        public OwnerShare {
            types = List.copyOf(types);
        }
    }

    record TypeShare(String type, Portion portion) {}

    /** @param count how many owners */
    record OtherShares(int count, Portion portion) {}

    /**
     * How long tasks take, by type, those used last first.
     *
     * @param more whether there are others that were used longer ago
     */
    record Types(List<TypeSummary> types, boolean more) implements Reply {
        public Types {
            types = List.copyOf(types);
        }
    }

    /**
     * An attempt that the node has.
     *
     * @param suspended whether it stands still while somebody needs the machine, as the node last said
     */
    record NodeRun(AttemptId attempt, Owner owner, String type, Instant assigned, boolean suspended) {}

    /** In the order of their tasks. */
    record Running(JobId job, List<Run> runs) implements Reply {
        public Running {
            runs = List.copyOf(runs);
        }
    }

    /**
     * How far a live attempt is.
     *
     * @param elapsed how long it has had its machine, without the time for which it stood still; null: not begun
     * @param left how much longer such tasks usually take on that machine; null: nobody knows
     * @param suspended whether it stands still while somebody needs the machine
     */
    record Run(
            AttemptId attempt,
            @Nullable Duration elapsed,
            @Nullable Duration left,
            boolean suspended) {}

    /** A type that the node could not start. */
    record NodeRefusal(Owner owner, String type, Instant at) {}

    record NodeOutcome(AttemptId attempt, Owner owner, Outcome outcome, Instant at) {}

    record Tokens(List<Token> tokens) implements Reply {
        public Tokens {
            tokens = List.copyOf(tokens);
        }
    }

    record Users(List<UserSummary> users) implements Reply {
        public Users {
            users = List.copyOf(users);
        }
    }

    /** @param used the last day on which one of the tokens was used; null: never, or not since it is noted */
    record UserSummary(
            Owner name,
            boolean admin,
            int tokens,
            int openJobs,
            @Nullable Instant used) {}

    /** @param cancelled whether the open jobs were cancelled; else they go on */
    record UserRemoved(Owner name, int tokens, int openJobs, boolean cancelled) implements Reply {}

    record Settings(SortedMap<String, String> values) implements Reply {}

    /**
     * How work is given out.
     *
     * @param strategy as it is set
     * @param objective as it is set for the pool
     * @param policy in force for all who want nothing else
     * @param wanted what the caller wants for own jobs; null: nothing else
     * @param own in force for the caller's jobs
     * @param tryout what the controller tried last; null: it does not choose, or has not yet
     * @param untried why it has not yet; null: it has, is about to, or does not choose
     */
    record PolicyInForce(
            String strategy,
            Objective objective,
            Policy policy,
            @Nullable Objective wanted,
            Policy own,
            @Nullable Tryout tryout,
            @Nullable Untried untried)
            implements Reply {
        /** As whoever lets the controller try knows it, which the grid does not. */
        public PolicyInForce with(@Nullable Untried why) {
            boolean tried = tryout != null || !strategy.equals(Setting.AUTO);
            return new PolicyInForce(strategy, objective, policy, wanted, own, tryout, tried ? null : why);
        }
    }

    /**
     * @param withheld attempts that shall not start where they were to
     * @param named jobs to which the files belong now; not those that have closed
     */
    record FilesTaken(List<AttemptId> withheld, List<JobId> named) implements Reply {
        public FilesTaken {
            withheld = List.copyOf(withheld);
            named = List.copyOf(named);
        }
    }

    record Acknowledged() implements Reply {}

    record Refused(Rejection why) implements Reply {}

    /** The token with which the command came was revoked on the way: nothing was decided. */
    record Unauthenticated() implements Reply {}

    /**
     * The batch could not be made durable, or the state is being loaded: try again.
     *
     * @param full whether the store's disk is full
     */
    record Unavailable(Why why, boolean full) implements Reply {
        public Unavailable(Why why) {
            this(why, false);
        }

        /** What makes the server unable to answer for the moment. */
        public enum Why {
            CLOCK_SET_BACK,
            NOTHING_WRITTEN,
            STOPPING
        }
    }

    /**
     * Very many jobs were to be changed, and some were when it could not go on.
     *
     * @param jobs how many were changed
     * @param why refused, unavailable or failed
     */
    record Halfway(int jobs, Reply why) implements Reply {}

    /** A bug of ours; the id is in the log beside the cause. */
    record Failed(String id) implements Reply {}
}
