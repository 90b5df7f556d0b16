package org.gleaner.core.grid;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.Reason.Kind;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.scheduling.Rule;
import org.jspecify.annotations.Nullable;

/** What keeps tasks where they are: the facts of one reason. */
public sealed interface Cause {
    Kind kind();

    /** The kind says it all, with how many tasks and nodes it concerns. */
    record Plain(Kind kind) implements Cause {}

    /**
     * Nodes could not start such tasks, and others may.
     *
     * @param command what they should have started
     * @param task that was tried last; 0: only the like of it, of other jobs
     * @param detail what the last of them said; the grid does not keep it, so the desk looks it up
     */
    record RefusedByNodes(String command, int task, String detail) implements Cause {
        @Override
        public Kind kind() {
            return Kind.REFUSED_BY_NODES;
        }
    }

    /**
     * Suitable nodes offer no room now: somebody else uses them, or their rules say so. They tell nobody which.
     *
     * @param names of some
     */
    record NodesInUse(List<String> names) implements Cause {
        public NodesInUse {
            names = List.copyOf(names);
        }

        @Override
        public Kind kind() {
            return Kind.NODES_IN_USE;
        }
    }

    /**
     * A growing job has nothing left to do.
     *
     * @param ofProgram whether its tasks are calls of a program, so that nobody else adds any
     */
    record AwaitsMore(boolean ofProgram) implements Cause {
        @Override
        public Kind kind() {
            return Kind.WAITING;
        }
    }

    /**
     * Nothing of a problem is under way until its host gives more units.
     *
     * @param stage as whoever runs hosts knows it, which the grid does not
     * @param trouble what is in its way, if that is its stage
     */
    record AwaitsHost(Stage stage, String trouble) implements Cause {
        /** Nobody was asked. */
        public static final AwaitsHost SOMEHOW = new AwaitsHost(Stage.UNKNOWN, "");

        /** Where a host is that has not given more units yet. */
        public enum Stage {
            UNKNOWN,
            TURN,
            WORK,
            TROUBLE;

            public String word() {
                return name().toLowerCase(Locale.ROOT);
            }
        }

        @Override
        public Kind kind() {
            return Kind.WAITING;
        }
    }

    /** A problem makes no more units: their files would be more than may be kept. */
    record HostCramped(Rejection.QuotaExceeded why) implements Cause {
        @Override
        public Kind kind() {
            return Kind.WAITING;
        }
    }

    /** Cancelled with the problem of which they are units. */
    record HostStopped(String why) implements Cause {
        @Override
        public Kind kind() {
            return Kind.CANCELLED;
        }
    }

    /** The problem of which they are units was solved before anybody needed them. */
    record NotNeeded() implements Cause {
        @Override
        public Kind kind() {
            return Kind.CANCELLED;
        }
    }

    record Throttled(int atMost) implements Cause {
        @Override
        public Kind kind() {
            return Kind.THROTTLED;
        }
    }

    /**
     * One task goes first.
     *
     * @param task which one
     */
    record CanaryFirst(int task) implements Cause {
        @Override
        public Kind kind() {
            return Kind.THROTTLED;
        }
    }

    /**
     * @param needed by one task
     * @param all that the pool has
     * @param used now; more than all if the pool had more of it before
     */
    record LicencesInUse(String name, int needed, int all, int used) implements Cause {
        @Override
        public Kind kind() {
            return Kind.LICENCES_IN_USE;
        }
    }

    /**
     * @param help the single change of the job that gains most
     * @param ofProgram whether only the program that made its tasks can submit them with such a change
     */
    record FitsNone(Reply.@Nullable Change help, boolean ofProgram) implements Cause {
        /** Whoever wants to can submit it again. */
        public FitsNone(Reply.@Nullable Change help) {
            this(help, false);
        }

        @Override
        public Kind kind() {
            return Kind.FITS_NO_NODE;
        }
    }

    /**
     * @param help as above, where it was not told before
     * @param ofProgram as above
     */
    record Misfit(Reply.Misfit misfit, Reply.@Nullable Change help, boolean ofProgram) implements Cause {
        /** Whoever wants to can submit it again. */
        public Misfit(Reply.Misfit misfit, Reply.@Nullable Change help) {
            this(misfit, help, false);
        }

        @Override
        public Kind kind() {
            return Kind.MISFIT;
        }
    }

    /**
     * @param all whether no suitable node is in another state
     * @param cores that one task needs at once
     * @param exclusive whether it needs a node to itself
     * @param uses what it uses of what nodes provide
     * @param memory what it needs, if nothing else is missing there; else null
     */
    record Busy(
            boolean all,
            int cores,
            boolean exclusive,
            Amounts uses,
            @Nullable MemorySize memory,
            PastChoices past) implements Cause {
        @Override
        public Kind kind() {
            return Kind.NONE_FREE;
        }
    }

    /** It could run, and others come first or as soon. */
    sealed interface Turn extends Cause {
        @Override
        default Kind kind() {
            return Kind.WAITING_FOR_TURN;
        }

        /** Nodes have room; the next that asks gets one. */
        record NextToAsk(String strategy, PastChoices past) implements Turn {}

        /**
         * Somebody has had less of the pool by weight.
         *
         * @param share what the owner has had; null: nobody reckons that
         */
        record OtherOwner(PastChoices.@Nullable Share share) implements Turn {}

        /** @param slots that tasks of unknown length may have while others wait */
        record UnknownLength(String type, int slots) implements Turn {}
    }

    /** Other work of the same owner goes first. */
    sealed interface Behind extends Cause {
        @Override
        default Kind kind() {
            return Kind.BEHIND_OWN_JOB;
        }

        /** It has to hurry more, to be done by its deadline. */
        record CloseDeadline(JobId first, Instant deadline) implements Behind {}

        record HigherPriority(JobId first, int priority, int own) implements Behind {}

        /**
         * Has had less for its weight.
         *
         * @param first null: the jobs of weight 1 together
         * @param weight of this one; null: it is one of those of weight 1, which count together
         * @param even whether both had the same
         */
        record LessServed(@Nullable JobId first, @Nullable Integer weight, boolean even) implements Behind {}

        /** By the weights of the owner's types. */
        record TypeFirst(String type) implements Behind {}

        record Older(JobId first, int priority) implements Behind {}
    }

    /** @param stuck whether the job can't continue until somebody acts; told only of a single job */
    record After(Predecessor before, TaskCounts counts, boolean stuck) implements Cause {
        public After(Predecessor before, TaskCounts counts) {
            this(before, counts, false);
        }

        @Override
        public Kind kind() {
            return Kind.WAITING;
        }
    }

    /** @param left until then */
    record NotBefore(Instant begin, Duration left) implements Cause {
        @Override
        public Kind kind() {
            return Kind.WAITING;
        }
    }

    /**
     * The deadline of the job is past, or was once noted to be hopeless. Keeps nothing from running.
     *
     * @param ago how long it is past; negative: it is still to come, and later forecasts may have more hope
     */
    record LateForDeadline(Instant deadline, Duration ago) implements Cause {
        @Override
        public Kind kind() {
            return Kind.LATE;
        }
    }

    /** It was submitted on hold, and nobody has let it go yet. */
    record Held() implements Cause {
        @Override
        public Kind kind() {
            return Kind.PAUSED;
        }
    }

    /** The job paused itself. */
    record Braked(String note, Restart again) implements Cause {
        @Override
        public Kind kind() {
            return Kind.PAUSED;
        }
    }

    /** Not by a person: what ended the last task of them, or kept it from starting. */
    sealed interface Blocked extends Cause {
        @Override
        default Kind kind() {
            return Kind.BLOCKED;
        }

        /** It came when larger jobs were taken. */
        record TooLarge() implements Blocked {}

        /** The server lost a file that it needs. */
        record InputLost(int task) implements Blocked {}

        /**
         * It takes files of other jobs, and not all that it needs are there.
         *
         * @param from the first of these jobs
         * @param detail what was noted of it; the grid does not keep it, so the desk looks it up
         */
        record FilesNotThere(int task, JobId from, String detail) implements Blocked {}

        record NodesLost(int task, int lost, int most, Restart again) implements Blocked {}

        record LimitReached(int task, Outcome limit, Restart again) implements Blocked {}

        record Failed(int task, int times, Outcome last, String node, Restart again) implements Blocked {}

        record StartsNowhere(Restart again) implements Blocked {}
    }

    /**
     * @param because the job that was cancelled first, so that these could not come to pass
     * @param ofProgram whether only the program that made them can have them run again
     */
    record Cancelled(@Nullable JobId because, boolean ofProgram) implements Cause {
        /** Whoever wants to can have them run again. */
        public Cancelled(@Nullable JobId because) {
            this(because, false);
        }

        @Override
        public Kind kind() {
            return Kind.CANCELLED;
        }
    }

    /** Cancelled, but its processes have not ended yet: it can't run again before they have. */
    record Stopping(List<String> nodes) implements Cause {
        public Stopping {
            nodes = List.copyOf(nodes);
        }

        @Override
        public Kind kind() {
            return Kind.CANCELLED;
        }
    }

    /** Nothing failed that these waited for. */
    record NothingFailed(JobId before) implements Cause {
        @Override
        public Kind kind() {
            return Kind.CANCELLED;
        }
    }

    record Suspended(List<String> nodes) implements Cause {
        public Suspended {
            nodes = List.copyOf(nodes);
        }

        @Override
        public Kind kind() {
            return Kind.SUSPENDED;
        }
    }

    /**
     * @param nodes names of some
     * @param rule why the node got it, where one task is asked about
     * @param pausing tasks that will be paused unless they succeed
     * @param blocking the same for blocked
     * @param copied tasks that run more than once, by the redundancy that is in force
     * @param overlong tasks that have run far longer than such tasks take
     */
    record Running(
            List<String> nodes,
            @Nullable Rule rule,
            int pausing,
            int blocking,
            int copied,
            String redundancy,
            int overlong)
            implements Cause {
        public Running {
            nodes = List.copyOf(nodes);
        }

        @Override
        public Kind kind() {
            return Kind.RUNNING;
        }
    }

    /**
     * Given to nodes, and waiting there behind other tasks of their job.
     *
     * @param nodes names of some
     * @param pausing tasks that will be paused unless they succeed
     * @param blocking the same for blocked
     */
    record Queued(List<String> nodes, int pausing, int blocking) implements Cause {
        public Queued {
            nodes = List.copyOf(nodes);
        }

        /** As all that was given to a node, which is how counts of states have it, too. */
        @Override
        public Kind kind() {
            return Kind.RUNNING;
        }
    }

    /**
     * How a job that was fixed starts again.
     *
     * @param by how
     * @param lifts what a retry undoes that a person did
     */
    record Restart(Means by, Lifts lifts) {}

    /** How a job that was fixed starts again. */
    enum Means {
        RETRY,
        /** It has files, which a fix may have changed. */
        RETRY_WITH_FILES,
        /** A program made the calls that are its tasks, and has been told what became of them: nobody else would be. */
        ITS_PROGRAM;

        public static Means of(JobSpec spec) {
            if (isOfProgram(spec)) {
                return ITS_PROGRAM;
            }
            boolean hasFiles = !spec.inputs().isEmpty() || spec.aside().inputs() > 0;
            return hasFiles ? RETRY_WITH_FILES : RETRY;
        }

        /** Whether its tasks are calls of a program, or units of its problem, so that no retry reaches anybody. */
        public static boolean isOfProgram(JobSpec spec) {
            return spec.command() instanceof CommandLine.Words words && words.serves();
        }
    }

    /** What a retry undoes of what a person blocked. */
    enum Lifts {
        NOTHING,
        BLOCKED_BY_HAND,
        /** Which tasks a person had blocked, nobody has noted. */
        PERHAPS
    }
}
