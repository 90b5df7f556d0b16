package org.gleaner.core.store;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Failures;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.PastAttempt;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.attempt.WorkSpan;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.BlobUse;
import org.gleaner.core.job.ClosedJob;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.JobFiles;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.observer.StayWeek;
import org.jspecify.annotations.Nullable;

/** What the store tells beside the loop: only what is durable, so nobody sees what a crash could undo. Thread-safe. */
public interface History {
    /** An attempt ever made. While it is live it has no end and no report. */
    record AttemptRow(
            AttemptId attempt,
            NodeId node,
            String nodeName,
            Instant assigned,
            @Nullable Instant ended,
            @Nullable AttemptReport report) {
        /** Of the attempts of one task the first success, which stands for ever. */
        public static Optional<AttemptRow> accepted(List<AttemptRow> attempts) {
            AttemptRow first = null;
            Instant since = Instant.MAX;
            for (AttemptRow attempt : attempts) {
                AttemptReport report = attempt.report();
                Instant ended = attempt.ended();
                if (report != null
                        && ended != null
                        && report.outcome() == Outcome.DONE
                        && (first == null || ended.isBefore(since))) {
                    since = ended;
                    first = attempt;
                }
            }
            return Optional.ofNullable(first);
        }
    }

    /** A job, open or closed. */
    Optional<StoredJob> job(JobId job) throws StoreException;

    /**
     * A job without the records of its tasks and without its accepted results: what it is and where its tasks stand.
     * It costs little however many attempts the job had.
     */
    default Optional<StoredJob> outline(JobId job) throws StoreException {
        return job(job).map(StoredJob::outline);
    }

    /** The owner of a job, open or closed. */
    Optional<Owner> owner(JobId job) throws StoreException;

    /** Closed jobs that the caller may see and that match, in the order of the listing. */
    List<JobSummary> closedJobs(ClosedQuery query) throws StoreException;

    /** How many there are in all, wherever the list begins and ends. */
    long countClosed(ClosedQuery query) throws StoreException;

    /** The youngest of those that match. */
    default List<JobSummary> closedJobs(Caller caller, Selector selector, int limit) throws StoreException {
        return closedJobs(ClosedQuery.of(caller, selector, limit));
    }

    /** The youngest job of this owner, open or closed. */
    Optional<JobId> lastJob(Owner owner) throws StoreException;

    /** Attempts of these tasks in the order of task and number. */
    List<AttemptRow> attempts(JobId job, Ordinals ordinals, int limit) throws StoreException;

    /** Whether this node was ever given the attempt. */
    default boolean wasGiven(NodeId node, AttemptId attempt) throws StoreException {
        return attempts(attempt.job(), Ordinals.one(attempt.ordinal()), Integer.MAX_VALUE).stream()
                .anyMatch(row -> row.attempt().equals(attempt) && row.node().equals(node));
    }

    /** The failed attempts of a job in at most so many groups. */
    Failures failures(JobId job, int limit) throws StoreException;

    /** What ran where, the youngest first, without files. */
    List<PastAttempt> past(AttemptQuery query) throws StoreException;

    /** Who worked when: what still lives, the youngest first, then what has ended, the last first. */
    List<WorkSpan> spans(SpanQuery query) throws StoreException;

    /** A file that an attempt wrote before it ended. */
    record PartialRow(AttemptId attempt, ResultFile file, Instant at) {
        public boolean isPrinted() {
            return file.isPrinted();
        }
    }

    /**
     * What tasks that are not done have written so far, in the order of task and name: of each task the files of the
     * attempt that was the last to send some.
     */
    List<PartialRow> partials(JobId job, Ordinals ordinals, int limit) throws StoreException;

    /** The same of one attempt. */
    List<PartialRow> partials(AttemptId attempt, int limit) throws StoreException;

    /** The attempts that sent such files, in the order of task and number; not those that only began with some. */
    List<AttemptId> leavers(JobId job, Ordinals ordinals, int limit) throws StoreException;

    /** The names of a job's files, those that lie aside included. */
    Optional<JobFiles> files(JobId job) throws StoreException;

    /** The entry of a task: computed for ranges, read from its page for lists. */
    Optional<Entry> entry(JobId job, int ordinal) throws StoreException;

    /** Whether a job of this owner names the blob as input or output. */
    boolean ownerUses(Owner owner, BlobHash hash) throws StoreException;

    /** Whether an attempt that is live on this node needs the blob. */
    boolean nodeNeeds(NodeId node, BlobHash hash) throws StoreException;

    /**
     * Jobs that were closed before this time, oldest first; with their files still there, if those are meant. Without
     * those of whose results an open job takes files.
     */
    List<ClosedJob> closedBefore(Instant before, boolean withFiles, int limit) throws StoreException;

    /** When the files of a job were removed because of their age; empty while they are there. */
    Optional<Instant> retired(JobId job) throws StoreException;

    /** Stays that ended at this time or later and are not folded, in the order of their ends. */
    List<PastStay> stays(Instant since, int limit) throws StoreException;

    /** A node's stays, folded or not, by the week in which they ended: the youngest of these weeks, oldest first. */
    List<StayWeek> stayWeeks(NodeId node, int limit) throws StoreException;

    /** Those of the blobs that no job names. */
    List<BlobHash> unused(List<BlobHash> blobs) throws StoreException;

    /** Inputs and results of jobs whose hash begins with this byte, with their sizes; 0: not noted. */
    Map<BlobHash, Long> named(int first) throws StoreException;

    /** What the jobs of every owner that has any keep, by name. */
    List<BlobUse> use() throws StoreException;
}
