package org.gleaner.core.store;

import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.attempt.Resumption;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.grid.Brake;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.grid.SubmissionKey;
import org.gleaner.core.grid.Token;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.job.ClosedJob;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.Hosting;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Recipe;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.node.Duty;
import org.gleaner.core.observer.NodeBelief;
import org.gleaner.core.observer.TypeBelief;
import org.jspecify.annotations.Nullable;

/**
 * The rows that every store keeps, as the few changes that are ever made to them. {@link Projection} turns events into
 * these calls, so a store knows rows and no events.
 */
public interface Tables {
    /** All tasks of a new job are READY. The next job id is one above the highest ever inserted. */
    void insertJob(JobId job, Owner owner, Instant at, JobSpec spec, @Nullable SubmissionKey key) throws StoreException;

    /**
     * More tasks come to a job that has all before the first; they are READY. Their entries go on where the last page
     * ends, and the blobs that they name belong to the job.
     */
    void addTasks(JobId job, int first, List<Entry> entries) throws StoreException;

    /** Remembers what must not happen twice. */
    void putKey(StoredGrid.KeyRow key) throws StoreException;

    /** Inserts pages or replaces those of the same number; the blobs they name belong to the job. */
    void putPages(JobId job, List<EntryPage> pages) throws StoreException;

    void setInputs(JobId job, List<InputFile> inputs) throws StoreException;

    /** These belong to the job beside its own inputs. */
    void addInputs(JobId job, List<InputFile> files) throws StoreException;

    void setTerms(JobId job, UnaryOperator<JobSpec> terms) throws StoreException;

    /** The blobs that it names belong to the job, and its state before no longer does. */
    void setHosting(JobId job, Hosting hosting) throws StoreException;

    void setBrake(JobId job, Brake brake) throws StoreException;

    /** Closing keeps everything; the job is only no longer loaded. */
    void closeJob(JobId job, TaskCounts tasks, Instant at) throws StoreException;

    /** Refuses if the job is no longer what it was when somebody looked: memory is built from what was seen then. */
    void reopenJob(StoredJob seen) throws StoreException;

    /** Removes the job with its tasks, attempts and key; its id is never used again. */
    void deleteJob(JobId job) throws StoreException;

    /**
     * Removes a job, except for its key, or only the names of its files: of its outputs, and if no task of it can be
     * retried, of its inputs too. Does nothing unless the job is closed since exactly that time.
     */
    void retireJob(ClosedJob job, Instant at, boolean onlyFiles) throws StoreException;

    /** The stored state of tasks; never RUNNING. */
    void setStates(JobId job, Ordinals ordinals, TaskState state) throws StoreException;

    /** Attempts, failures and lost attempts of a task; its ended attempts are attempt rows. */
    void putCounters(TaskId task, TaskRecord record) throws StoreException;

    void resetCounters(JobId job, Ordinals ordinals) throws StoreException;

    void insertAttempt(AttemptId attempt, NodeId node, int lane, Instant at) throws StoreException;

    /** The attempt is no longer live; a later word on it replaces an earlier one. */
    void endAttempt(AttemptReport report, Instant at) throws StoreException;

    /** The attempt is live again, on this lane, assigned at this time. */
    void reviveAttempt(AttemptId attempt, int lane, Instant at) throws StoreException;

    /** Of so many attempts of a task its files are kept: of those with the highest numbers. */
    int PARTIAL_ATTEMPTS = 3;

    /** Notes with which files of an earlier attempt it begins; they are kept as its own. */
    void resumeAttempt(AttemptId attempt, Resumption resumption) throws StoreException;

    /** Keeps files of an attempt, each in place of what it had under its name; their blobs belong to the job. */
    void putPartials(AttemptId attempt, List<ResultFile> files, Instant at) throws StoreException;

    /** Forgets those of these names, if the attempt has them; blobs that only they named belong to nobody then. */
    void removePartials(AttemptId attempt, List<String> names) throws StoreException;

    /** Forgets the files of all attempts of a task; blobs that only they named belong to nobody then. */
    void removePartials(TaskId task) throws StoreException;

    /** Inserts or replaces, but for the duty, which stays. The next node id is one above the highest ever put. */
    void putNode(StoredGrid.NodeRow node) throws StoreException;

    /** The node's duty; one that was never set is working. */
    void setDuty(NodeId node, Duty duty) throws StoreException;

    void putRefusal(NodeId node, Recipe recipe, Instant at) throws StoreException;

    void removeRefusal(NodeId node, Recipe recipe) throws StoreException;

    void putSetting(String name, String value) throws StoreException;

    void putToken(Token token) throws StoreException;

    void removeToken(TokenHash hash) throws StoreException;

    void removeKeysBefore(Instant before) throws StoreException;

    Beliefs beliefs();

    /** What the observer believes, and the stays that only history keeps. */
    interface Beliefs {
        /** Inserts or replaces. */
        void put(NodeId node, NodeBelief belief) throws StoreException;

        /** Removes its stays, too. */
        void remove(NodeId node) throws StoreException;

        /** Inserts or replaces. */
        void put(TypeKey type, TypeBelief belief) throws StoreException;

        void remove(TypeKey type) throws StoreException;

        void insert(PastStay stay) throws StoreException;

        /** Adds the stays that ended before this time to the sums of their weeks, and removes them. */
        void foldStays(Instant before) throws StoreException;
    }
}
