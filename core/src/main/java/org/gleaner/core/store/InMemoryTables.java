package org.gleaner.core.store;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.PastAttempt;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.attempt.Resumption;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.grid.Brake;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.grid.StoredGrid.KeyRow;
import org.gleaner.core.grid.StoredGrid.NodeRow;
import org.gleaner.core.grid.StoredGrid.RefusalRow;
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
import org.gleaner.core.store.TriedTask.Attempt;
import org.gleaner.core.store.TriedTask.Ending;
import org.jspecify.annotations.Nullable;

/** The rows of an {@link InMemoryStore} in sorted maps. Every change can be undone until the write is complete. */
final class InMemoryTables implements Tables {
    private record RefusalKey(NodeId node, Recipe recipe) implements Comparable<RefusalKey> {
        @Override
        public int compareTo(RefusalKey other) {
            int byNode = node.compareTo(other.node);
            return byNode != 0 ? byNode : recipe.compareTo(other.recipe);
        }
    }

    /** What makes a submission the same; the fingerprint only says whether its content is. */
    private record KeyName(Owner owner, String key) implements Comparable<KeyName> {
        @Override
        public int compareTo(KeyName other) {
            int byOwner = owner.compareTo(other.owner);
            return byOwner != 0 ? byOwner : key.compareTo(other.key);
        }
    }

    private final UndoLog undo;
    private long nextJob = 1;
    private long nextNode = 1;
    private final TreeMap<JobId, InMemoryJob> jobs = new TreeMap<>();
    private final TreeMap<NodeId, NodeRow> nodes = new TreeMap<>();
    private final TreeMap<NodeId, Duty> duties = new TreeMap<>();
    private final TreeMap<RefusalKey, RefusalRow> refusals = new TreeMap<>();
    private final TreeMap<TokenHash, Token> tokens = new TreeMap<>();
    private final TreeMap<KeyName, KeyRow> keys = new TreeMap<>();
    private final TreeMap<String, String> settings = new TreeMap<>();
    private final InMemoryBeliefs beliefs;

    InMemoryTables(UndoLog undo) {
        this.undo = undo;
        this.beliefs = new InMemoryBeliefs(undo);
    }

    TreeMap<JobId, InMemoryJob> jobs() {
        return jobs;
    }

    @Override
    public InMemoryBeliefs beliefs() {
        return beliefs;
    }

    @Nullable
    NodeRow node(NodeId node) {
        return nodes.get(node);
    }

    StoredGrid stored() {
        List<StoredJob> open = new ArrayList<>();
        for (InMemoryJob job : jobs.values()) {
            if (job.head().closed() == null) {
                open.add(job.stored());
            }
        }
        List<KeyRow> byAge = new ArrayList<>(keys.values());
        byAge.sort(KeyRow.ORDER);
        return new StoredGrid(
                nextJob,
                nextNode,
                open,
                nodes.values().stream()
                        .map(node -> node.with(duties.getOrDefault(node.node(), Duty.WORKING)))
                        .toList(),
                new ArrayList<>(refusals.values()),
                new ArrayList<>(tokens.values()),
                byAge,
                new TreeMap<>(settings),
                beliefs.stored());
    }

    @Override
    public void insertJob(JobId job, Owner owner, Instant at, JobSpec spec, @Nullable SubmissionKey key)
            throws StoreException {
        if (jobs.containsKey(job)) {
            throw new StoreException("job " + job + " is stored already");
        }
        InMemoryJob rows =
                new InMemoryJob(new InMemoryJob.Head(job, owner, stored(at), spec, Brake.NEW, null, null), undo);
        undo.put(jobs, job, rows);
        spec.files().forEach(file -> rows.putBlob(file.hash(), true, file.size()));
        if (key != null) {
            undo.put(keys, new KeyName(key.owner(), key.key()), new KeyRow(key, job, stored(at)));
        }
        long before = nextJob;
        undo.add(() -> nextJob = before);
        nextJob = Math.max(nextJob, job.value() + 1);
    }

    @Override
    public void addTasks(JobId job, int first, List<Entry> entries) throws StoreException {
        InMemoryJob rows = job(job);
        JobSpec spec = rows.head().spec();
        int before = spec.tasks();
        if (first != before + 1) {
            throw new StoreException("job " + job + " has " + before + " tasks, and task " + first + " comes next");
        }
        EntryPage last = before % EntryPage.SIZE == 0 ? null : rows.page(before / EntryPage.SIZE);
        rows.setHead(rows.head().withSpec(spec.grown(entries.size())));
        putPages(job, EntryPage.behind(before, last, entries));
    }

    @Override
    public void putKey(KeyRow row) {
        SubmissionKey key = row.key();
        undo.put(keys, new KeyName(key.owner(), key.key()), new KeyRow(key, row.job(), row.first(), stored(row.at())));
    }

    @Override
    public void putPages(JobId job, List<EntryPage> pages) throws StoreException {
        InMemoryJob rows = job(job);
        for (EntryPage page : pages) {
            rows.putPage(page);
            for (Entry entry : page.entries()) {
                entry.files().forEach(file -> rows.putBlob(file.hash(), true, file.size()));
            }
        }
    }

    @Override
    public void setInputs(JobId job, List<InputFile> inputs) throws StoreException {
        InMemoryJob rows = job(job);
        rows.setHead(rows.head().withSpec(rows.head().spec().withInputs(inputs)));
        inputs.forEach(file -> rows.putBlob(file.hash(), true, file.size()));
    }

    @Override
    public void addInputs(JobId job, List<InputFile> files) throws StoreException {
        InMemoryJob rows = job(job);
        files.forEach(file -> rows.putBlob(file.hash(), true, file.size()));
    }

    @Override
    public void setTerms(JobId job, UnaryOperator<JobSpec> terms) throws StoreException {
        InMemoryJob rows = job(job);
        rows.setHead(rows.head().withSpec(terms.apply(rows.head().spec())));
    }

    @Override
    public void setHosting(JobId job, Hosting hosting) throws StoreException {
        InMemoryJob rows = job(job);
        Hosting before = rows.head().spec().hosting();
        rows.setHead(rows.head().withSpec(rows.head().spec().hosted(hosting)));
        if (before != null && !before.state().hash().equals(hosting.state().hash())) {
            rows.dropState(before.state().hash());
        }
        rows.putState(hosting.state().hash(), hosting.state().size());
        InputFile answer = hosting.answer();
        if (answer != null) {
            rows.putBlob(answer.hash(), false, answer.size());
        }
    }

    @Override
    public void setBrake(JobId job, Brake brake) throws StoreException {
        InMemoryJob rows = job(job);
        rows.setHead(rows.head().withBrake(brake));
    }

    @Override
    public void closeJob(JobId job, TaskCounts tasks, Instant at) throws StoreException {
        InMemoryJob rows = job(job);
        rows.setHead(rows.head().withClosed(tasks, stored(at)));
    }

    @Override
    public void reopenJob(StoredJob seen) throws StoreException {
        InMemoryJob rows = job(seen.id());
        if (!rows.stored().equals(seen)) {
            throw new StoreException("job " + seen.id() + " has changed since it was to be opened again");
        }
        rows.setHead(rows.head().withClosed(null, null));
        rows.setRetired(null);
    }

    @Override
    public void deleteJob(JobId job) {
        undo.remove(jobs, job);
        removeKeys(row -> row.job().equals(job));
    }

    @Override
    public void retireJob(ClosedJob job, Instant at, boolean onlyFiles) {
        InMemoryJob rows = jobs.get(job.job());
        if (rows == null || !stored(job.closed()).equals(rows.head().closedAt())) {
            return;
        }
        if (onlyFiles) {
            rows.setRetired(stored(at));
        } else {
            undo.remove(jobs, job.job());
        }
    }

    @Override
    public void setStates(JobId job, Ordinals ordinals, TaskState state) throws StoreException {
        if (state == TaskState.RUNNING) {
            throw new StoreException("running is never stored, as on tasks of job " + job);
        }
        job(job).setStates(ordinals, state);
    }

    @Override
    public void putCounters(TaskId task, TaskRecord record) throws StoreException {
        InMemoryJob rows = job(task.job());
        TriedTask row = rows.task(task.ordinal());
        rows.setTask(task.ordinal(), row.withCounters(record.attempts(), record.failures(), record.lost()));
    }

    @Override
    public void resetCounters(JobId job, Ordinals ordinals) throws StoreException {
        job(job).resetCounters(ordinals);
    }

    @Override
    public void insertAttempt(AttemptId attempt, NodeId node, int lane, Instant at) throws StoreException {
        InMemoryJob rows = job(attempt.job());
        TriedTask row = rows.task(attempt.ordinal());
        if (row.attempt(attempt.number()) != null) {
            throw new StoreException("attempt " + attempt + " is stored already");
        }
        rows.setTask(attempt.ordinal(), row.with(Attempt.begun(attempt.number(), node, lane, stored(at))));
    }

    @Override
    public void endAttempt(AttemptReport report, Instant at) throws StoreException {
        Ending ending = new Ending(report.told(), report.digest(), stored(at));
        Attempt before = attempt(report.attempt());
        replace(report.attempt(), before.with(before.lane(), before.assigned(), ending));
        InMemoryJob rows = job(report.attempt().job());
        for (ResultFile file : report.files()) {
            if (file.inline() == null) {
                rows.putBlob(file.hash(), false, file.size());
            }
        }
    }

    @Override
    public void reviveAttempt(AttemptId attempt, int lane, Instant at) throws StoreException {
        Attempt before = attempt(attempt);
        replace(attempt, before.with(lane, stored(at), null));
    }

    @Override
    public void resumeAttempt(AttemptId attempt, Resumption resumption) throws StoreException {
        PastAttempt.Resumed resumed = new PastAttempt.Resumed(resumption.from(), resumption.isLaid());
        replace(attempt, attempt(attempt).with(resumed));
        putPartials(attempt, resumption.files(), resumption.at());
    }

    @Override
    public void putPartials(AttemptId attempt, List<ResultFile> files, Instant at) throws StoreException {
        job(attempt.job()).partials().put(attempt, files, stored(at));
    }

    @Override
    public void removePartials(AttemptId attempt, List<String> names) throws StoreException {
        job(attempt.job()).partials().remove(attempt, names);
    }

    @Override
    public void removePartials(TaskId task) throws StoreException {
        job(task.job()).partials().remove(task.ordinal());
    }

    private Attempt attempt(AttemptId id) throws StoreException {
        Attempt known = job(id.job()).task(id.ordinal()).attempt(id.number());
        if (known == null) {
            throw new StoreException("attempt " + id + " is not stored");
        }
        return known;
    }

    private void replace(AttemptId id, Attempt attempt) throws StoreException {
        InMemoryJob rows = job(id.job());
        rows.setTask(id.ordinal(), rows.task(id.ordinal()).with(attempt));
    }

    @Override
    public void putNode(NodeRow node) {
        undo.put(nodes, node.node(), node.at(stored(node.at())));
        long before = nextNode;
        undo.add(() -> nextNode = before);
        nextNode = Math.max(nextNode, node.node().value() + 1);
    }

    @Override
    public void setDuty(NodeId node, Duty duty) {
        undo.put(duties, node, duty);
    }

    @Override
    public void putRefusal(NodeId node, Recipe recipe, Instant at) {
        undo.put(refusals, new RefusalKey(node, recipe), new RefusalRow(node, recipe, stored(at)));
    }

    @Override
    public void removeRefusal(NodeId node, Recipe recipe) {
        undo.remove(refusals, new RefusalKey(node, recipe));
    }

    @Override
    public void putSetting(String name, String value) {
        undo.put(settings, name, value);
    }

    @Override
    public void putToken(Token token) {
        undo.put(tokens, token.hash(), token);
    }

    @Override
    public void removeToken(TokenHash hash) {
        undo.remove(tokens, hash);
    }

    @Override
    public void removeKeysBefore(Instant before) {
        Instant limit = stored(before);
        removeKeys(row -> row.at().isBefore(limit));
    }

    private void removeKeys(Predicate<KeyRow> gone) {
        List<KeyName> names = new ArrayList<>();
        keys.forEach((name, row) -> {
            if (gone.test(row)) {
                names.add(name);
            }
        });
        names.forEach(name -> undo.remove(keys, name));
    }

    private InMemoryJob job(JobId job) throws StoreException {
        InMemoryJob rows = jobs.get(job);
        if (rows == null) {
            throw new StoreException("job " + job + " is not stored");
        }
        return rows;
    }

    /** Stores hold instants to the millisecond, so this one does, too: a finer clock shall be found out here. */
    static Instant stored(Instant at) {
        return at.truncatedTo(ChronoUnit.MILLIS);
    }
}
