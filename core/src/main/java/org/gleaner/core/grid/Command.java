package org.gleaner.core.grid;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.ClosedJob;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Terms;
import org.gleaner.core.message.CommitAnswer;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.PartialCall;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Duty;
import org.jspecify.annotations.Nullable;

/**
 * Something that the grid is asked to do or to answer. Commands from outside carry what was found out before, by the
 * routes (missing blobs) or at the desk (facts of closed jobs); {@link Step}s are what one command leads to, decided
 * one piece at a time.
 */
public sealed interface Command {

    /**
     * From a node. {@code known} is proven by its node token; {@code token} is the new node's own, already hashed.
     *
     * @param copyOf the node whose token a new one shows, as its disk was copied; null: it joins with a join token
     * @param life names the process that speaks; empty from one that does not tell
     */
    record Introduce(
            @Nullable NodeId known,
            Introduction introduction,
            @Nullable TokenHash token,
            @Nullable NodeId copyOf,
            String life)
            implements Command {
        public Introduce(@Nullable NodeId known, Introduction introduction, @Nullable TokenHash token) {
            this(known, introduction, token, null, "");
        }
    }

    record Sync(NodeId node, SyncReport report) implements Command {}

    /** @param missing blobs named by the reports that are not on the server */
    record Commit(NodeId node, CommitCall call, List<BlobHash> missing) implements Command {
        public Commit {
            missing = List.copyOf(missing);
        }
    }

    /** Answer the node's call if it is held open: there is something to hear beside orders. */
    record Nudge(NodeId node) implements Command {}

    /** @param missing blobs named by the call that are not on the server */
    record KeepPartial(NodeId node, PartialCall call, List<BlobHash> missing) implements Command {
        public KeepPartial {
            missing = List.copyOf(missing);
        }
    }

    /**
     * @param missing blobs named by the spec or the entries that are not on the server
     * @param predecessors outlines of the jobs that it waits for, read from the store at the desk; those that are open
     *     by now are looked at afresh
     * @param demand what its files would take
     */
    record Submit(
            Caller caller,
            JobSpec spec,
            List<EntryPage> pages,
            @Nullable SubmissionKey key,
            List<BlobHash> missing,
            List<StoredJob> predecessors,
            Demand demand)
            implements Command {
        public Submit {
            pages = List.copyOf(pages);
            missing = List.copyOf(missing);
            predecessors = List.copyOf(predecessors);
        }

        public Submit after(List<StoredJob> outlines) {
            return new Submit(caller, spec, pages, key, missing, outlines, demand);
        }

        /** Where nothing is limited. */
        public Submit(
                Caller caller,
                JobSpec spec,
                List<EntryPage> pages,
                @Nullable SubmissionKey key,
                List<BlobHash> missing,
                List<StoredJob> predecessors) {
            this(caller, spec, pages, key, missing, predecessors, Demand.NONE);
        }

        /** A job that waits for open jobs only, if for any. */
        public Submit(
                Caller caller,
                JobSpec spec,
                List<EntryPage> pages,
                @Nullable SubmissionKey key,
                List<BlobHash> missing) {
            this(caller, spec, pages, key, missing, List.of());
        }
    }

    /**
     * New versions of a job's input files, for the tasks that are not done.
     *
     * @param pages replace those of the same numbers
     * @param missing blobs named by them that are not on the server
     * @param demand what they would take beside what is kept
     */
    record FreshFiles(List<InputFile> inputs, List<EntryPage> pages, List<BlobHash> missing, Demand demand) {
        public FreshFiles {
            inputs = List.copyOf(inputs);
            pages = List.copyOf(pages);
            missing = List.copyOf(missing);
        }

        /** Where nothing is limited. */
        public FreshFiles(List<InputFile> inputs, List<EntryPage> pages, List<BlobHash> missing) {
            this(inputs, pages, missing, Demand.NONE);
        }
    }

    /**
     * A verb on all selected tasks.
     *
     * @param closed facts of closed jobs that the selector names, read from the store at the desk
     * @param fresh only with {@link Verb#RETRY} of one job
     * @param predecessors outlines of what the one job that the selector names waits for, all that there are
     */
    record ChangeJobs(
            Caller caller,
            Verb verb,
            Selector selector,
            List<StoredJob> closed,
            @Nullable FreshFiles fresh,
            List<StoredJob> predecessors)
            implements Command {
        public ChangeJobs {
            closed = List.copyOf(closed);
            predecessors = List.copyOf(predecessors);
        }

        /** On jobs that wait for open jobs only, if for any. */
        public ChangeJobs(
                Caller caller, Verb verb, Selector selector, List<StoredJob> closed, @Nullable FreshFiles fresh) {
            this(caller, verb, selector, closed, fresh, List.of());
        }
    }

    /** Closed jobs whose time is over, found in the store; those that are open again by now stay. */
    record RetireJobs(List<ClosedJob> jobs, boolean onlyFiles) implements Command {
        public RetireJobs {
            jobs = List.copyOf(jobs);
        }
    }

    /** Of stays that ended before this time only sums shall be kept. */
    record FoldStays(Instant before) implements Command {}

    /** New terms for all selected jobs, as a whole. */
    record Adjust(Caller caller, Selector selector, Terms terms) implements Command {}

    record ChangeSetting(Caller caller, String name, String value) implements Command {}

    /** From housekeeping: nodes that never ran anything and were not heard for so long are forgotten, some at once. */
    record ForgetStrays(Duration silence) implements Command {}

    /** What is wanted of a node from now on. */
    record SetDuty(Caller caller, NodeId node, Duty duty) implements Command {}

    record AskNode(Caller caller, NodeId node) implements Command {}

    /**
     * @param lifetime after which the token is worth nothing; null: it stays
     * @param left whether jobs of a name that nobody has at the moment would be those of the token's holder; the desk
     *     finds out whether there are any
     * @param end of the token that the caller shows, which none that a user makes with it outlives; null: it stays
     */
    record IssueToken(
            Caller caller,
            Token token,
            @Nullable Duration lifetime,
            Left left,
            @Nullable Instant end) implements Command {
        public IssueToken(Caller caller, Token token, @Nullable Duration lifetime) {
            this(caller, token, lifetime, Left.NOTHING, null);
        }

        public IssueToken(Caller caller, Token token) {
            this(caller, token, null);
        }

        public IssueToken with(Left found) {
            return new IssueToken(caller, token, lifetime, found, end);
        }
    }

    /** What an earlier holder of a user's name left behind. */
    enum Left {
        NOTHING,
        /** Jobs with their results. */
        JOBS,
        /** Jobs, and the admin says that the new holder may have them. */
        JOBS_TO_TAKE_OVER
    }

    /** @param id the hash of the token, or enough of its beginning */
    record RevokeToken(Caller caller, String id) implements Command {
        public RevokeToken(Caller caller, TokenHash hash) {
            this(caller, hash.hex());
        }
    }

    /** All tokens that the caller may see, but for those of nodes, which come and go with them. */
    record ListTokens(Caller caller) implements Command {}

    /** The token was used today. */
    record UseToken(TokenHash hash) implements Command {}

    record ListUsers(Caller caller) implements Command {}

    /** The user's tokens are revoked; open jobs go on, or are cancelled; what is finished stays. */
    record RemoveUser(Caller caller, Owner user, boolean cancelJobs) implements Command {}

    /**
     * Open jobs that match, the youngest first; closed ones are the store's to tell. A reply may have fewer, and say
     * where to go on.
     *
     * @param before only older ones than this; null: all
     */
    record ListJobs(
            Caller caller, Selector selector, @Nullable JobId before, int most) implements Command {
        public static final int MOST = 1_000;

        public ListJobs(Caller caller, Selector selector) {
            this(caller, selector, null, MOST);
        }
    }

    /**
     * Why tasks do not run, job by job, the oldest first. A reply may be about some of the jobs only, and say where to
     * go on.
     *
     * @param after only younger jobs than this; null: all
     */
    record AskWhy(
            Caller caller, Selector selector, @Nullable JobId after) implements Command {
        public AskWhy(Caller caller, Selector selector) {
            this(caller, selector, null);
        }
    }

    /**
     * Which nodes could run this job, without submitting it.
     *
     * @param demand what its own files would keep; those of single tasks are not known
     */
    record Preview(Caller caller, JobSpec spec, Demand demand) implements Command {}

    record ListNodes(Caller caller) implements Command {}

    /** What was observed of the types that the caller may see. */
    record ListTypes(Caller caller) implements Command {}

    record ReadSettings(Caller caller) implements Command {}

    /** What the metrics show. */
    record TakeCensus() implements Command {}

    /** The alarm rang: survey the pool if that is due, then look round. */
    record Tick() implements Command {}

    /** What one command leads to within the same batch; never comes from outside. */
    sealed interface Step extends Command {}

    /**
     * Look at what runs, after the whole pool was looked at.
     *
     * @param market whether to find out first what work is worth
     */
    record Foresee(boolean market) implements Step {}

    /**
     * Look for silent nodes, calls to answer, work to offer.
     *
     * @param surveyed whether all that runs was just looked at, so that copies may be worth it that were not before
     */
    record LookRound(boolean surveyed) implements Step {}

    /** Give one lane of the node work, if there is any. */
    record Fill(NodeId node) implements Step {}

    /** Answer a sync, or park it. */
    record AnswerSync(NodeId node, Address address, Duration patience) implements Step {}

    /** Answer a commit, with new work if it was asked for. */
    record AnswerCommit(NodeId node, Address address, List<CommitAnswer> answers, boolean wantsWork) implements Step {}

    /** A lost attempt that the node still has becomes live again if nobody else took its task. */
    record Revive(NodeId node) implements Step {}

    /**
     * The verb on jobs that are open by now.
     *
     * @param settled what it meant for closed ones that stay closed, or are gone
     */
    record ChangeOpenJobs(Address address, ChangeJobs change, List<Reply.JobChange> settled) implements Step {
        public ChangeOpenJobs {
            settled = List.copyOf(settled);
        }
    }

    /** If the node's call is parked and there is something to say, say it. */
    record Wake(NodeId node) implements Step {}

    /**
     * Offer ready work to parked nodes in this order, one lane a turn, and go round while any of them took some.
     *
     * @param reached how many of them were offered some in any round: only these have something to hear
     */
    record Offer(List<NodeId> order, int next, int reached, boolean gaveAny) implements Step {
        public Offer {
            order = List.copyOf(order);
        }

        /** To the first of them. */
        public Offer(List<NodeId> order) {
            this(order, 0, 0, false);
        }
    }

    /** A node has been silent too long: its attempts end. */
    record DropAttempts(NodeId node) implements Step {}

    /** Consequences that follow from what just changed: brakes, closed jobs, offers due. */
    record Settle() implements Step {}

    /** The server stood still; all deadlines move. */
    record ShiftTime(Duration by) implements Step {}
}
