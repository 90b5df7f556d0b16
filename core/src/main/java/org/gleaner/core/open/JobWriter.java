package org.gleaner.core.open;

import java.util.Collections;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.grid.Brake;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.OpenLimits;
import org.gleaner.core.grid.SoftEvent;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.pool.LiveAttempt;
import org.gleaner.core.pool.Matches;
import org.jspecify.annotations.Nullable;

/** Sets among the open jobs what events say; who begins has the only one. Nobody else can change a job. */
public final class JobWriter {
    private final TreeMap<JobId, OpenJob> jobs = new TreeMap<>();
    private final TaskTotals totals = new TaskTotals();
    private final Dependants dependants = new Dependants();
    private final OpenWork work;

    private JobWriter(OpenLimits limits) {
        this.work = new OpenWork(limits);
    }

    public static JobWriter begin(OpenLimits limits) {
        return new JobWriter(limits);
    }

    /** All that are open. */
    public NavigableMap<JobId, OpenJob> jobs() {
        return Collections.unmodifiableNavigableMap(jobs);
    }

    public TaskTotals totals() {
        return totals;
    }

    public Dependants dependants() {
        return dependants;
    }

    public OpenWork work() {
        return work;
    }

    /** @param wanted what it demands of a node */
    public OpenJob open(GridEvent.JobSubmitted event, Matches.Wanted wanted) {
        OpenJob job =
                new OpenJob(event.job(), event.owner(), event.at(), event.spec().kept());
        job.states().load(event.waiting(), TaskState.WAITING);
        return open(job, wanted);
    }

    public OpenJob open(StoredJob stored, Matches.Wanted wanted) {
        return open(OpenJob.from(stored), wanted);
    }

    private OpenJob open(OpenJob job, Matches.Wanted wanted) {
        jobs.put(job.id(), job);
        job.states().countIn(totals);
        work.add(job);
        dependants.add(job);
        job.want(wanted);
        return job;
    }

    /** Null if it was not open. */
    public @Nullable OpenJob close(JobId id) {
        OpenJob job = jobs.remove(id);
        if (job != null) {
            job.states().countIn(new TaskTotals());
            work.remove(job);
            dependants.remove(job);
        }
        return job;
    }

    public void moved(OpenJob job, GridEvent.TasksMoved event) {
        job.move(event.ordinals(), event.to());
    }

    public void reset(OpenJob job, GridEvent.CountersReset event) {
        job.resetCounters(event.ordinals());
    }

    public void assigned(OpenJob job, LiveAttempt attempt) {
        job.assign(attempt);
    }

    public void revived(OpenJob job, LiveAttempt attempt, TaskRecord record) {
        job.revive(attempt, record);
    }

    public void ended(OpenJob job, GridEvent.AttemptEnded event) {
        job.end(event);
    }

    public void brake(OpenJob job, Brake brake) {
        job.setBrake(brake);
    }

    public void specify(OpenJob job, JobSpec changed) {
        work.remove(job);
        job.setSpec(changed);
        work.add(job);
    }

    public void want(OpenJob job, Matches.Wanted wanted) {
        job.want(wanted);
    }

    public void ran(OpenJob job, SoftEvent.TaskRan event) {
        job.noteRun(event.task().ordinal(), event.minutes());
    }

    /** Consequences of what happened to it were drawn. */
    public void settled(OpenJob job) {
        job.settle();
    }

    /** Those that wait for it know what became of it. */
    public void told(OpenJob job) {
        job.forgetNews();
    }
}
