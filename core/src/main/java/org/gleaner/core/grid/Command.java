package org.gleaner.core.grid;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.core.attempt.Resumption;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.Bundle;
import org.gleaner.core.job.ClosedJob;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.Hosting;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Terms;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.PartialCall;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Duty;
import org.jspecify.annotations.Nullable;

/**
 * Something that the grid is asked to do or to answer. Commands from outside carry what was found out before, by the
 * routes (missing blobs) or at the desk (facts of closed jobs).
 */
public sealed interface Command permits Command.Action, Question, Piece {
    /** From outside or from the clock, and may change something. */
    sealed interface Action extends Command {}

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
            implements Action {
        public Introduce(@Nullable NodeId known, Introduction introduction, @Nullable TokenHash token) {
            this(known, introduction, token, null, "");
        }
    }

    record Sync(NodeId node, SyncReport report) implements Action {}

    /**
     * @param missing blobs named by the reports that are not on the server
     * @param cramped whether the store has no room for results: only what is settled without them is answered for good
     */
    record Commit(NodeId node, CommitCall call, List<BlobHash> missing, boolean cramped) implements Action {
        public Commit {
            missing = List.copyOf(missing);
        }

        public Commit(NodeId node, CommitCall call, List<BlobHash> missing) {
            this(node, call, missing, false);
        }
    }

    /**
     * From the desk, before attempts that take files of other jobs are told to start.
     *
     * @param starts what was found for each, on the server's disk by now
     */
    record TakeFiles(List<Taking> starts) implements Action {
        public TakeFiles {
            starts = List.copyOf(starts);
        }
    }

    /**
     * What one attempt takes.
     *
     * @param files those that are not known yet to belong to its job
     * @param inputs how many files its node would be told of in one list
     * @param obstacle why it can't have all that it takes, so that it can't start; empty: nothing
     * @param resumption with which files of an earlier attempt it begins, if that is to be noted
     */
    record Taking(
            AttemptId attempt,
            List<InputFile> files,
            int inputs,
            String obstacle,
            @Nullable Resumption resumption) {
        public Taking {
            files = List.copyOf(files);
        }
    }

    /** Answer the node's call if it is held open: there is something to hear beside orders. */
    record Nudge(NodeId node) implements Action {}

    /** @param missing blobs named by the call that are not on the server */
    record KeepPartial(NodeId node, PartialCall call, List<BlobHash> missing) implements Action {
        public KeepPartial {
            missing = List.copyOf(missing);
        }
    }

    /**
     * @param missing blobs named by the spec or the entries that are not on the server
     * @param predecessors outlines of the jobs that it waits for, read from the store at the desk; those that are open
     *     by now are looked at afresh
     * @param demand what its files would take
     * @param instead the reply if it was not taken before under its key; null: it may be taken
     */
    record Submit(
            Caller caller,
            JobSpec spec,
            List<EntryPage> pages,
            @Nullable SubmissionKey key,
            List<BlobHash> missing,
            List<StoredJob> predecessors,
            QuotaUse demand,
            @Nullable Reply instead)
            implements Action {
        public Submit {
            pages = List.copyOf(pages);
            missing = List.copyOf(missing);
            predecessors = List.copyOf(predecessors);
        }

        public Submit after(List<StoredJob> outlines) {
            return new Submit(caller, spec, pages, key, missing, outlines, demand, instead);
        }

        /** Nothing new is taken: the reply to this is either that of the first time, or this one. */
        public Submit orElse(Reply reply) {
            return new Submit(caller, spec, pages, key, missing, predecessors, demand, reply);
        }

        /** The same as a bundle of one. */
        public SubmitAll alone() {
            return new SubmitAll(caller, Bundle.of(spec, pages), key, missing, predecessors, demand, instead);
        }

        /** One that may be taken. */
        public Submit(
                Caller caller,
                JobSpec spec,
                List<EntryPage> pages,
                @Nullable SubmissionKey key,
                List<BlobHash> missing,
                List<StoredJob> predecessors,
                QuotaUse demand) {
            this(caller, spec, pages, key, missing, predecessors, demand, null);
        }

        /** A job that waits for open jobs only, if for any, where nothing is limited. */
        public Submit(
                Caller caller,
                JobSpec spec,
                List<EntryPage> pages,
                @Nullable SubmissionKey key,
                List<BlobHash> missing) {
            this(caller, spec, pages, key, missing, List.of(), QuotaUse.NONE);
        }
    }

    /**
     * Several jobs: all of them, or none.
     *
     * @param key under which the same jobs are found again
     * @param missing blobs named by any of them that are not on the server
     * @param predecessors outlines of the jobs outside the bundle that its members wait for
     * @param demand what their files would take together
     * @param instead as in {@link Submit}
     */
    record SubmitAll(
            Caller caller,
            Bundle bundle,
            @Nullable SubmissionKey key,
            List<BlobHash> missing,
            List<StoredJob> predecessors,
            QuotaUse demand,
            @Nullable Reply instead)
            implements Action {
        public SubmitAll {
            missing = List.copyOf(missing);
            predecessors = List.copyOf(predecessors);
        }

        public SubmitAll after(List<StoredJob> outlines) {
            return new SubmitAll(caller, bundle, key, missing, outlines, demand, instead);
        }

        /** As in {@link Submit}. */
        public SubmitAll orElse(Reply reply) {
            return new SubmitAll(caller, bundle, key, missing, predecessors, demand, reply);
        }

        /** Jobs that may be taken. */
        public SubmitAll(
                Caller caller,
                Bundle bundle,
                @Nullable SubmissionKey key,
                List<BlobHash> missing,
                List<StoredJob> predecessors,
                QuotaUse demand) {
            this(caller, bundle, key, missing, predecessors, demand, null);
        }
    }

    /**
     * More tasks for a growing job: all of them, or none. None at all only says that more may come.
     *
     * @param first what the first of them must be called; 0: whatever comes next
     * @param key under which the same tasks are found again
     * @param missing blobs named by the entries that are not on the server
     * @param demand what their files would take
     * @param closed whether the desk found the job closed, and the caller may know
     * @param instead as in {@link Submit}
     */
    record AddTasks(
            Caller caller,
            JobId job,
            int first,
            List<Entry> entries,
            @Nullable SubmissionKey key,
            List<BlobHash> missing,
            QuotaUse demand,
            boolean closed,
            @Nullable Reply instead)
            implements Action {
        public AddTasks {
            entries = List.copyOf(entries);
            missing = List.copyOf(missing);
        }

        /** To a job that nobody looked at, where nothing is limited. */
        public AddTasks(Caller caller, JobId job, int first, List<Entry> entries, @Nullable SubmissionKey key) {
            this(caller, job, first, entries, key, List.of(), QuotaUse.NONE);
        }

        /** To a job that nobody looked at. */
        public AddTasks(
                Caller caller,
                JobId job,
                int first,
                List<Entry> entries,
                @Nullable SubmissionKey key,
                List<BlobHash> missing,
                QuotaUse demand) {
            this(caller, job, first, entries, key, missing, demand, false, null);
        }

        public AddTasks with(boolean isClosed) {
            return new AddTasks(caller, job, first, entries, key, missing, demand, isClosed, instead);
        }

        /** As in {@link Submit}. */
        public AddTasks orElse(Reply reply) {
            return new AddTasks(caller, job, first, entries, key, missing, demand, closed, reply);
        }
    }

    /**
     * A problem has come so far, with the units that its host made since the checkpoint before; all of it, or nothing.
     * Taken only behind that checkpoint, so that it can't happen twice.
     *
     * @param missing blobs named by it that are not on the server
     * @param demand what it would keep beyond the checkpoint before
     */
    record SaveHost(
            Caller caller, JobId job, Hosting hosting, List<Entry> entries, List<BlobHash> missing, QuotaUse demand)
            implements Action {
        public SaveHost {
            entries = List.copyOf(entries);
            missing = List.copyOf(missing);
        }

        /** Where nothing is limited. */
        public SaveHost(Caller caller, JobId job, Hosting hosting, List<Entry> entries, List<BlobHash> missing) {
            this(caller, job, hosting, entries, missing, QuotaUse.NONE);
        }
    }

    /** No more tasks come to a job. One to which none could come anyway stays what it is. */
    record Seal(Caller caller, JobId job) implements Action {}

    /**
     * New versions of a job's input files, for the tasks that are not done.
     *
     * @param pages replace those of the same numbers
     * @param missing blobs named by them that are not on the server
     * @param demand what they would take beside what is kept
     */
    record FreshFiles(List<InputFile> inputs, List<EntryPage> pages, List<BlobHash> missing, QuotaUse demand) {
        public FreshFiles {
            inputs = List.copyOf(inputs);
            pages = List.copyOf(pages);
            missing = List.copyOf(missing);
        }
    }

    /**
     * A verb on all selected tasks.
     *
     * @param closed facts of closed jobs that the selector names, read from the store at the desk
     * @param fresh only with {@link Verb#RETRY} of one job
     * @param predecessors outlines of what the one job that the selector names waits for, all that there are: what is
     *     missing was deleted; null: nobody looked, or the job was not there yet
     */
    record ChangeJobs(
            Caller caller,
            Verb verb,
            Selector selector,
            List<StoredJob> closed,
            @Nullable FreshFiles fresh,
            @Nullable List<StoredJob> predecessors)
            implements Action {
        public ChangeJobs {
            closed = List.copyOf(closed);
            predecessors = predecessors == null ? null : List.copyOf(predecessors);
        }

        /** Nobody looked at what the jobs wait for. */
        public ChangeJobs(
                Caller caller, Verb verb, Selector selector, List<StoredJob> closed, @Nullable FreshFiles fresh) {
            this(caller, verb, selector, closed, fresh, null);
        }
    }

    /**
     * Some of very many selected jobs, so that nobody else has to wait for all.
     *
     * @param from the last job of those before; null: the first ones
     * @param until the youngest that is meant: what is submitted meanwhile is not; null: any
     * @param trial whether to find out only if anything is to be refused
     */
    record Stretch(@Nullable JobId from, @Nullable JobId until, boolean trial) {
        static final Stretch START = new Stretch(null, null, false);

        public Stretch after(JobId last) {
            return new Stretch(last, until, trial);
        }

        /** The first jobs, and this time in earnest. */
        public Stretch inEarnest() {
            return new Stretch(null, until, false);
        }
    }

    /**
     * A verb on very many selected jobs, each of which it could as well be asked for alone: on some of them, the
     * youngest first, so that who waits for others is deleted before these; to retry, the oldest first, so that those
     * that it waits for are there again.
     */
    record ChangeMany(Caller caller, Verb verb, Selector selector, Stretch stretch) implements Action {
        public ChangeMany(Caller caller, Verb verb, Selector selector) {
            this(caller, verb, selector, Stretch.START);
        }

        public ChangeMany with(Stretch other) {
            return new ChangeMany(caller, verb, selector, other);
        }
    }

    /** Closed jobs whose time is over, found in the store; those that are open again by now stay. */
    record RetireJobs(List<ClosedJob> jobs, boolean onlyFiles) implements Action {
        public RetireJobs {
            jobs = List.copyOf(jobs);
        }
    }

    /** Of stays that ended before this time only sums shall be kept. */
    record FoldStays(Instant before) implements Action {}

    /**
     * From who looks ahead: these jobs won't be done by these deadlines, which may have changed since, as the jobs may
     * have.
     */
    record NoteHopeless(Map<JobId, Instant> deadlines) implements Action {
        public NoteHopeless {
            deadlines = Collections.unmodifiableNavigableMap(new TreeMap<>(deadlines));
        }
    }

    /**
     * New terms for all selected jobs, as a whole.
     *
     * @param stretch for some of very many, the youngest first; null: for all
     */
    record Adjust(
            Caller caller,
            Selector selector,
            Terms terms,
            @Nullable Stretch stretch) implements Action {
        public Adjust(Caller caller, Selector selector, Terms terms) {
            this(caller, selector, terms, null);
        }

        public Adjust with(Stretch some) {
            return new Adjust(caller, selector, terms, some);
        }
    }

    record ChangeSetting(Caller caller, String name, String value) implements Action {}

    /** @param wanted what shall count for the caller's own jobs; null: what counts for the pool */
    record WantObjective(Caller caller, @Nullable Objective wanted) implements Action {}

    /** From the controller: what it tried and chose. Of no effect unless it is to choose. */
    record TakePolicy(Tryout tryout) implements Action {}

    /** From housekeeping: nodes that never ran anything and were not heard for so long are forgotten, some at once. */
    record ForgetStrays(Duration silence) implements Action {}

    /**
     * What is wanted of a node from now on.
     *
     * @param force whether it is forgotten even if it is connected: what it has is lost as if it had vanished
     */
    record SetDuty(Caller caller, NodeId node, Duty duty, boolean force) implements Action {
        public SetDuty(Caller caller, NodeId node, Duty duty) {
            this(caller, node, duty, false);
        }
    }

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
            @Nullable Instant end) implements Action {
        public IssueToken(Caller caller, Token token) {
            this(caller, token, null, Left.NOTHING, null);
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
    record RevokeToken(Caller caller, String id) implements Action {
        public RevokeToken(Caller caller, TokenHash hash) {
            this(caller, hash.hex());
        }
    }

    /** The token was used today. */
    record UseToken(TokenHash hash) implements Action {}

    /** The user's tokens are revoked; open jobs go on, or are cancelled; what is finished stays. */
    record RemoveUser(Caller caller, Owner user, boolean cancelJobs) implements Action {}

    /** The alarm rang: survey the pool if that is due, then look round. */
    record Tick() implements Action {}
}
