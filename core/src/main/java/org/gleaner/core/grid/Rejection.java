package org.gleaner.core.grid;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.jspecify.annotations.Nullable;

/** An expected refusal. It is a value of facts alone: nothing changed, and whoever serves it finds the words. */
public sealed interface Rejection {
    /** Stable, as the golden file of problems says; agents and clients branch on it, never on a text. */
    default String code() {
        return getClass().getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }

    /** What it is without the place in a bundle. */
    default Rejection bare() {
        return this;
    }

    /**
     * One job of a bundle is refused, and so all of them are.
     *
     * @param member its position, counted from 1
     */
    record InMember(int member, Rejection why) implements Rejection {
        @Override
        public String code() {
            return why.code();
        }

        @Override
        public Rejection bare() {
            return why;
        }
    }

    /**
     * No such job, or not one that the caller may see: both look the same from outside.
     *
     * @param origin whether it was named as the one whose tasks a new job runs again
     */
    record UnknownJob(JobId job, boolean origin) implements Rejection {
        public UnknownJob(JobId job) {
            this(job, false);
        }
    }

    /**
     * Not all files fit into what may be kept.
     *
     * @param whose the owner; null: all together
     * @param used bytes that are kept already
     * @param asked bytes that would be added
     */
    record QuotaExceeded(@Nullable Owner whose, long used, long asked, long limit) implements Rejection {}

    /** An owner has as many jobs open as one may have. */
    record TooManyOpen(Owner whose, int open, int limit) implements Rejection {}

    /**
     * The server's memory has no room for one more job.
     *
     * @param whose the owner; null: all together
     * @param used bytes that open jobs take already
     * @param asked bytes that would be added
     */
    record TooMuchOpen(@Nullable Owner whose, long used, long asked, long limit) implements Rejection {}

    record UnknownTask(JobId job, int tasks) implements Rejection {}

    record UnknownNode(NodeId node) implements Rejection {}

    record NodeConnected(NodeId node) implements Rejection {}

    /** For the agent that is the copy: it joins as a new node. */
    record DuplicateIdentity(NodeId node) implements Rejection {}

    /** A machine may not join as it asks to. */
    record JoinRefused(NoEntry why) implements Rejection {}

    /** What keeps a machine from joining. */
    sealed interface NoEntry {
        record PoolFull(int nodes) implements NoEntry {}

        /** It would be the copy of one that came as a copy. */
        record CopyOfCopy(NodeId original) implements NoEntry {}

        record TooManyCopies(NodeId original, int copies) implements NoEntry {}
    }

    record UnknownUser(Owner user) implements Rejection {}

    /** Jobs of a user who was removed, or whose tokens have all expired, are still here. */
    record NameInUse(Owner user) implements Rejection {}

    record StaleIncarnation(NodeId node, int presented, int current) implements Rejection {}

    record InvalidSpec(List<Violation> violations) implements Rejection {
        public InvalidSpec {
            violations = List.copyOf(violations);
        }
    }

    record MissingBlobs(List<BlobHash> hashes) implements Rejection {
        public MissingBlobs {
            hashes = List.copyOf(hashes);
        }
    }

    /** No such job, or not one of the caller's, or one whose end is not known yet. */
    record UnknownPredecessor(JobId job) implements Rejection {}

    record KeyReused(String key) implements Rejection {}

    /** @param others whether jobs of others were left out, which the caller could change by saying whose they are */
    record NothingSelected(String verb, boolean others) implements Rejection {
        public NothingSelected(String verb) {
            this(verb, false);
        }
    }

    record IllegalTransition(JobId job, String verb, Obstacle why) implements Rejection {}

    /** What keeps a verb from a job. */
    sealed interface Obstacle {
        enum Plain implements Obstacle {
            ALL_OVER,
            /** The same of one to which tasks were to be added: it grew and is sealed, or never grew. */
            OVER_AND_FULL,
            /** No more tasks come to it, as somebody said, or it never was to grow. */
            SEALED,
            /** It was to be sealed, and no tasks could ever be added to it. */
            NEVER_GREW,
            /** Its tasks are units of a problem, and only its host makes them. */
            HOSTED,
            /** Its problem is over: nobody would merge what its tasks find. */
            HOST_OVER,
            /** It has tasks already, or is no growing job. */
            NOT_TO_BE_HOSTED,
            /** Another checkpoint was taken before. */
            OTHER_CHECKPOINT,
            /** It came when larger jobs were taken. */
            TOO_LARGE,
            ONLY_WHOLE_JOBS_ARE_DELETED,
            ONLY_WHOLE_JOBS_ARE_SET,
            /** Some of its tasks may start or run, so it is too late for another begin. */
            HAS_BEGUN,
            /** Another call changes it at this moment. */
            IN_OTHER_HANDS
        }

        /** It does not have as many tasks as the caller thinks; more of them would get other numbers. */
        record OtherTasks(int tasks) implements Obstacle {}

        record StillToRun(int tasks) implements Obstacle {}

        record Awaited(JobId by) implements Obstacle {}

        /** An open job takes files of its results. */
        record Taken(JobId by) implements Obstacle {}
    }

    /** @param most as many closed jobs as one call opens again or deletes */
    record TooManyClosed(int most) implements Rejection {
        @Override
        public String code() {
            return "contradiction";
        }
    }

    record NotAllowed(Deed what) implements Rejection {}

    /** What not every token allows. */
    enum Deed {
        CHANGE_SETTINGS,
        CHANGE_NODES,
        ISSUE_TOKENS,
        REMOVE_USERS,
        REMOVE_ONESELF,
        LIST_USERS,
        SEE_RUNS_OF_OTHERS,
        SPEAK_FOR_ANOTHER_NODE
    }

    /** @param why the message of the check that it failed */
    record InvalidSetting(String name, String why) implements Rejection {}

    record InvalidToken(Fault why) implements Rejection {}

    /** What is wrong with a token that is to be issued or revoked. */
    sealed interface Fault {
        enum Plain implements Fault {
            EXISTS,
            UNKNOWN,
            AMBIGUOUS
        }

        record TooMany(Owner owner, int most) implements Fault {}

        record TooLong(Duration most) implements Fault {}

        /** @param end of the token that was used to ask for it */
        record Outlives(Instant end) implements Fault {}
    }
}
