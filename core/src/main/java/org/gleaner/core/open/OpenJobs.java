package org.gleaner.core.open;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.OpenLimits;
import org.gleaner.core.grid.StoredGrid.KeyRow;
import org.gleaner.core.grid.SubmissionKey;
import org.gleaner.core.id.JobId;
import org.jspecify.annotations.Nullable;

/** All jobs that are not closed, and the keys under which jobs were submitted. Changed by {@link JobWriter} alone. */
public final class OpenJobs implements Precedence.Finder {
    private final TreeMap<JobId, OpenJob> jobs = new TreeMap<>();
    private final NavigableMap<JobId, OpenJob> view = Collections.unmodifiableNavigableMap(jobs);
    private final Dependants dependants = new Dependants();
    private final Begins begins = new Begins();
    private final Deadlines deadlines = new Deadlines();
    private final Growing growing = new Growing();
    private final KeptKeys keys = new KeptKeys();

    private final OpenWork work;
    private long next;

    /** Soft: jobs that changed since consequences were last drawn. */
    private final TreeSet<JobId> touched = new TreeSet<>();

    /** Soft: jobs with news that those which wait for them have not all been told yet. They take turns. */
    private final LinkedHashSet<JobId> untold = new LinkedHashSet<>();

    OpenJobs(OpenLimits limits, long next) {
        this.work = new OpenWork(limits);
        this.next = next;
    }

    public NavigableMap<JobId, OpenJob> all() {
        return view;
    }

    /** Those that a caller may see. */
    public NavigableMap<JobId, OpenJob> of(Caller caller) {
        return caller.admin() ? view : work.of(caller.owner());
    }

    @Override
    public @Nullable OpenJob get(JobId id) {
        return jobs.get(id);
    }

    /** The job, which must be open. */
    public OpenJob open(JobId id) {
        return Objects.requireNonNull(jobs.get(id), () -> "job " + id + " is not open");
    }

    public TaskTotals totals() {
        return work.totals();
    }

    public Dependants dependants() {
        return dependants;
    }

    public Begins begins() {
        return begins;
    }

    public Deadlines deadlines() {
        return deadlines;
    }

    public Growing growing() {
        return growing;
    }

    public OpenWork work() {
        return work;
    }

    /** What the next new one is called. */
    public JobId next() {
        return new JobId(next);
    }

    /** Those that changed since consequences were last drawn, also if they are closed now. */
    public NavigableSet<JobId> touched() {
        return Collections.unmodifiableNavigableSet(touched);
    }

    /** Those with news for jobs that wait for them. None closes before it has told: the closed are not remembered. */
    public Set<JobId> untold() {
        return Collections.unmodifiableSet(untold);
    }

    @Nullable
    public KeyRow key(SubmissionKey key) {
        return keys.get(key);
    }

    public List<KeyRow> keys() {
        return keys.all();
    }

    /** No key is older than this. */
    public Instant oldestKey() {
        return keys.oldest();
    }

    void add(OpenJob job) {
        jobs.put(job.id(), job);
        next = Math.max(next, job.id().value() + 1);
        work.add(job);
        dependants.add(job);
        begins.add(job);
        deadlines.add(job);
    }

    void remove(OpenJob job) {
        jobs.remove(job.id());
        work.remove(job);
        dependants.remove(job);
        begins.remove(job);
        deadlines.remove(job);
        deadlines.calm(job.id());
        growing.remove(job.id());
    }

    void touch(OpenJob job) {
        touched.add(job.id());
        if (job.hasNews() && dependants.has(job.id())) {
            untold.add(job.id());
        }
    }

    void untouch(JobId job) {
        touched.remove(job);
        untold.remove(job);
    }

    /** As loaded, it may be about to close, or those that wait for it may not know yet what became of it. */
    void recall(OpenJob job) {
        if (job.hasEnded() || (job.states().hasOver() && dependants.has(job.id()))) {
            job.recall();
            touch(job);
        }
    }

    /**
     * Once all were told all, it may close.
     *
     * @param last the last one that was told; null: all were
     */
    void told(OpenJob job, @Nullable JobId last) {
        job.told(last);
        untold.remove(job.id());
        if (job.hasNews()) {
            untold.add(job.id());
        } else {
            touched.add(job.id());
        }
    }

    void settle() {
        for (JobId id : touched) {
            OpenJob job = jobs.get(id);
            if (job != null) {
                job.settle();
                if (!untold.contains(id)) {
                    job.told(null);
                }
            }
        }
        touched.clear();
    }

    void remember(KeyRow row) {
        keys.remember(row);
    }

    void forgetKeysBefore(Instant limit) {
        keys.forgetBefore(limit);
    }

    void forgetKeysOf(JobId job) {
        keys.forgetOf(job);
    }
}
