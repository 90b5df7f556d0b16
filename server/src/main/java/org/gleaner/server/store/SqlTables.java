package org.gleaner.server.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.attempt.Resumption;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.grid.Brake;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredGrid.KeyRow;
import org.gleaner.core.grid.StoredGrid.NodeRow;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.grid.SubmissionKey;
import org.gleaner.core.grid.Token;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TaskId;
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
import org.gleaner.core.store.Tables;
import org.jspecify.annotations.Nullable;

/**
 * The rows of the running transaction. What it is told is in the database after {@link #flush}, not before. Each family
 * of tables has a class of its own that knows its statements; here is what concerns several of them.
 */
final class SqlTables implements Tables {
    private static final String COUNT_ON = "UPDATE counter SET next = ? WHERE name = ? AND next <= ?";
    private static final String PUT_SETTING = Upsert.into("setting", 1, "name, value");
    private static final String PUT_TOKEN =
            Upsert.into("token", 1, "hash, role, owner, node, name, created, expires, used, maker");

    private final SqlSession session;
    private final SqlJobs jobs;
    private final SqlAttempts attempts;
    private final SqlFiles files;
    private final SqlNodes nodes;
    private final SqlBeliefs beliefs;
    /** The last of the new jobs that were not counted yet; 0 if there is none. */
    private long lastJob;

    SqlTables(SqlSession session) {
        this.session = session;
        this.jobs = new SqlJobs(session);
        this.attempts = new SqlAttempts(session);
        this.files = new SqlFiles(session);
        this.nodes = new SqlNodes(session);
        this.beliefs = new SqlBeliefs(session);
    }

    private void countOn(String counter, long used) throws StoreException {
        session.update(COUNT_ON, used + 1, counter, used);
    }

    /** Writes what was kept back. */
    void flush() throws StoreException {
        jobs.flush();
        flushTasks();
        if (lastJob > 0) {
            countOn("job", lastJob);
            lastJob = 0;
        }
    }

    /** Before anything reads or removes what a job's tasks have left. */
    private void flushTasks() throws StoreException {
        attempts.flush();
        files.flush();
    }

    /** Forgets what was kept back. */
    void discard() {
        lastJob = 0;
        jobs.discard();
        attempts.discard();
        files.discard();
    }

    @Override
    public void insertJob(JobId job, Owner owner, Instant at, JobSpec spec, @Nullable SubmissionKey key)
            throws StoreException {
        jobs.insert(job, owner, at, spec);
        lastJob = Math.max(lastJob, job.value());
        if (key != null) {
            jobs.put(new KeyRow(key, job, at));
        }
        files.putInputs(job, spec.files());
    }

    @Override
    public void addTasks(JobId job, int first, List<Entry> entries) throws StoreException {
        putPages(job, jobs.grow(job, first, entries));
    }

    @Override
    public void putKey(KeyRow key) throws StoreException {
        jobs.put(key);
    }

    @Override
    public void putPages(JobId job, List<EntryPage> pages) throws StoreException {
        jobs.require(job);
        List<InputFile> inputs = new ArrayList<>();
        for (EntryPage page : pages) {
            jobs.put(job, page);
            page.entries().forEach(entry -> inputs.addAll(entry.files()));
        }
        files.putInputs(job, inputs);
    }

    @Override
    public void setInputs(JobId job, List<InputFile> inputs) throws StoreException {
        jobs.setInputs(job, inputs);
        files.putInputs(job, inputs);
    }

    @Override
    public void addInputs(JobId job, List<InputFile> added) throws StoreException {
        jobs.require(job);
        files.putInputs(job, added);
    }

    @Override
    public void setTerms(JobId job, UnaryOperator<JobSpec> terms) throws StoreException {
        jobs.set(job, terms.apply(jobs.spec(job)));
    }

    @Override
    public void setHosting(JobId job, Hosting hosting) throws StoreException {
        JobSpec before = jobs.spec(job);
        jobs.set(job, before.hosted(hosting));
        files.putHosting(job, before.hosting(), hosting);
    }

    @Override
    public void setBrake(JobId job, Brake brake) throws StoreException {
        jobs.set(job, brake);
    }

    @Override
    public void closeJob(JobId job, TaskCounts tasks, Instant at) throws StoreException {
        jobs.close(job, tasks, at);
    }

    @Override
    public void reopenJob(StoredJob seen) throws StoreException {
        flushTasks();
        jobs.reopen(seen);
    }

    @Override
    public void deleteJob(JobId job) throws StoreException {
        flushTasks();
        jobs.remove(job);
        jobs.removeKey(job);
    }

    @Override
    public void retireJob(ClosedJob job, Instant at, boolean onlyFiles) throws StoreException {
        if (!jobs.markRetired(job, at)) {
            return;
        }
        flushTasks();
        if (onlyFiles) {
            files.retire(job.job());
        } else {
            jobs.remove(job.job());
        }
    }

    @Override
    public void setStates(JobId job, Ordinals ordinals, TaskState state) throws StoreException {
        jobs.set(job, ordinals, state);
    }

    @Override
    public void putCounters(TaskId task, TaskRecord record) throws StoreException {
        jobs.require(task.job());
        attempts.put(task, record);
    }

    @Override
    public void resetCounters(JobId job, Ordinals ordinals) throws StoreException {
        jobs.require(job);
        attempts.resetCounters(job, ordinals);
    }

    @Override
    public void insertAttempt(AttemptId attempt, NodeId node, int lane, Instant at) throws StoreException {
        jobs.require(attempt.job());
        attempts.insert(attempt, node, lane, at);
    }

    @Override
    public void endAttempt(AttemptReport report, Instant at) throws StoreException {
        attempts.end(report, at);
        files.putOutputs(report.attempt().job(), report.files());
    }

    @Override
    public void reviveAttempt(AttemptId attempt, int lane, Instant at) throws StoreException {
        attempts.revive(attempt, lane, at);
    }

    @Override
    public void resumeAttempt(AttemptId attempt, Resumption resumption) throws StoreException {
        attempts.resume(attempt, resumption);
        putPartials(attempt, resumption.files(), resumption.at());
    }

    @Override
    public void putPartials(AttemptId attempt, List<ResultFile> partials, Instant at) throws StoreException {
        jobs.require(attempt.job());
        files.putPartials(attempt, partials, at);
    }

    @Override
    public void removePartials(AttemptId attempt, List<String> names) throws StoreException {
        files.removePartials(attempt, names);
    }

    @Override
    public void removePartials(TaskId task) throws StoreException {
        files.removePartials(task);
    }

    @Override
    public void putNode(NodeRow node) throws StoreException {
        nodes.put(node);
        countOn("node", node.node().value());
    }

    @Override
    public void setDuty(NodeId node, Duty duty) throws StoreException {
        nodes.put(node, duty);
    }

    @Override
    public Beliefs beliefs() {
        return beliefs;
    }

    @Override
    public void putRefusal(NodeId node, Recipe recipe, Instant at) throws StoreException {
        nodes.putRefusal(node, recipe, at);
    }

    @Override
    public void removeRefusal(NodeId node, Recipe recipe) throws StoreException {
        nodes.removeRefusal(node, recipe);
    }

    @Override
    public void putSetting(String name, String value) throws StoreException {
        session.update(PUT_SETTING, name, value);
    }

    @Override
    public void putToken(Token token) throws StoreException {
        Owner owner = token.owner();
        NodeId node = token.node();
        TokenHash maker = token.note().maker();
        session.update(
                PUT_TOKEN,
                token.hash().hex(),
                token.role().word(),
                owner == null ? null : owner.name(),
                node == null ? null : node.value(),
                token.note().name(),
                Columns.millis(token.note().created()),
                Columns.millis(token.note().expires()),
                Columns.millis(token.note().used()),
                maker == null ? null : maker.hex());
    }

    @Override
    public void removeToken(TokenHash hash) throws StoreException {
        session.update("DELETE FROM token WHERE hash = ?", hash.hex());
    }

    @Override
    public void removeKeysBefore(Instant before) throws StoreException {
        jobs.removeKeysBefore(before);
    }
}
