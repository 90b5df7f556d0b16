package org.gleaner.core.open;

import java.time.Instant;
import java.util.Objects;
import java.util.function.Function;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.OpenLimits;
import org.gleaner.core.grid.SoftEvent;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.grid.StoredGrid.KeyRow;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.grid.SubmissionKey;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.node.Demand;
import org.gleaner.core.pool.LiveAttempt;
import org.gleaner.core.pool.Matches;
import org.jspecify.annotations.Nullable;

/** Sets among the open jobs what events say; whoever loads them has the only one. Nobody else can change a job. */
public final class JobWriter {
    private final OpenJobs jobs;
    private final Function<Demand, Matches.Wanted> wanted;

    private JobWriter(OpenJobs jobs, Function<Demand, Matches.Wanted> wanted) {
        this.jobs = jobs;
        this.wanted = wanted;
    }

    /** @param wanted finds the nodes that a demand fits, for one more job */
    public static JobWriter load(
            StoredGrid stored, Instant now, OpenLimits limits, Function<Demand, Matches.Wanted> wanted) {
        JobWriter writer = new JobWriter(new OpenJobs(limits, stored.nextJob()), wanted);
        stored.keys().forEach(writer.jobs::remember);
        stored.jobs().forEach(row -> writer.open(OpenJob.from(row), now));
        writer.jobs.all().values().forEach(writer.jobs::recall);
        return writer;
    }

    public OpenJobs jobs() {
        return jobs;
    }

    public OpenJob submitted(GridEvent.JobSubmitted event) {
        OpenJob job =
                new OpenJob(event.job(), event.owner(), event.at(), event.spec().kept());
        job.states().load(event.waiting(), TaskState.WAITING);
        SubmissionKey key = event.key();
        if (key != null) {
            jobs.remember(new KeyRow(key, event.job(), event.at()));
        }
        return open(job, event.at());
    }

    /** One that was closed takes no more tasks. */
    public OpenJob reopened(StoredJob stored) {
        return open(OpenJob.from(stored), Instant.EPOCH);
    }

    /** @param heard when whoever may bring more tasks was last heard */
    private OpenJob open(OpenJob job, Instant heard) {
        job.want(wanted.apply(Demand.of(job.spec())));
        jobs.add(job);
        if (job.isGrowing() && job.spec().hosting() == null) {
            jobs.growing().heard(job.id(), heard);
        }
        return job;
    }

    /** Null if it was not open. */
    public @Nullable OpenJob closed(JobId id) {
        OpenJob job = jobs.get(id);
        if (job != null) {
            jobs.remove(job);
        }
        jobs.untouch(id);
        return job;
    }

    public @Nullable OpenJob deleted(JobId id) {
        jobs.forgetKeysOf(id);
        return closed(id);
    }

    public OpenJob added(GridEvent.TasksAdded event) {
        OpenJob job = jobs.open(event.job());
        jobs.work().change(job, () -> job.grow(event.entries().size(), event.state()));
        SubmissionKey key = event.key();
        if (key != null) {
            jobs.remember(new KeyRow(key, event.job(), event.first(), event.at()));
        }
        if (job.spec().hosting() == null) {
            jobs.growing().heard(event.job(), event.at());
        }
        return job;
    }

    /** Its host brings more tasks, however long that takes. */
    public OpenJob hosted(GridEvent.HostSaved event) {
        OpenJob job = jobs.open(event.job());
        specify(job, job.spec().hosted(event.hosting()));
        jobs.growing().remove(event.job());
        job.cramp(null);
        return job;
    }

    /** What its host made was too much to be kept. */
    public void cramped(SoftEvent.HostCramped event) {
        OpenJob job = jobs.get(event.job());
        if (job != null) {
            job.cramp(event.why());
        }
    }

    public OpenJob sealed(JobId id) {
        OpenJob job = jobs.open(id);
        job.seal();
        jobs.growing().remove(id);
        return job;
    }

    /** Somebody was heard who may bring more tasks to a job. */
    public void heard(SoftEvent.GrowerHeard event) {
        OpenJob job = jobs.get(event.job());
        if (job != null && job.isGrowing() && job.spec().hosting() == null) {
            jobs.growing().heard(event.job(), event.at());
        }
    }

    public void shift(SoftEvent.TimeShifted event) {
        jobs.growing().shift(event.by());
    }

    public OpenJob moved(GridEvent.TasksMoved event) {
        OpenJob job = jobs.open(event.job());
        job.move(event.ordinals(), event.to());
        return job;
    }

    public OpenJob reset(GridEvent.CountersReset event) {
        OpenJob job = jobs.open(event.job());
        job.resetCounters(event.ordinals());
        return job;
    }

    public OpenJob assigned(LiveAttempt attempt) {
        OpenJob job = jobs.open(attempt.id().job());
        job.assign(attempt);
        return job;
    }

    public OpenJob revived(LiveAttempt attempt, GridEvent.AttemptRevived event) {
        OpenJob job = jobs.open(attempt.id().job());
        job.revive(attempt, event.record());
        return job;
    }

    public void ended(OpenJob job, GridEvent.AttemptEnded event) {
        job.end(event);
    }

    public void braked(GridEvent.BrakeSet event) {
        jobs.open(event.job()).setBrake(event.brake());
    }

    public void specify(OpenJob job, JobSpec changed) {
        boolean moved =
                !Objects.equals(job.spec().turn().begin(), changed.turn().begin());
        jobs.work().remove(job);
        jobs.deadlines().remove(job);
        if (moved) {
            jobs.begins().remove(job);
        }
        job.setSpec(changed);
        jobs.deadlines().add(job);
        if (moved) {
            jobs.begins().add(job);
        }
        jobs.work().add(job);
    }

    /** It demands something else of nodes, as its specification says now. */
    public void want(OpenJob job) {
        job.want(wanted.apply(Demand.of(job.spec())));
    }

    /** Null if its job is closed. */
    public @Nullable OpenJob ran(SoftEvent.TaskRan event) {
        OpenJob job = jobs.get(event.task().job());
        if (job != null) {
            job.noteRun(event.task().ordinal(), event.minutes());
        }
        return job;
    }

    /** Each of its tasks stands for so many. */
    public void lot(JobId id, int tasks) {
        jobs.open(id).lot(tasks);
    }

    public void expired(GridEvent.KeysExpired event) {
        jobs.forgetKeysBefore(event.before());
    }

    /** Consequences are to be drawn of what happened to it. */
    public void touch(OpenJob job) {
        jobs.touch(job);
    }

    /** Consequences of what happened were drawn. */
    public void settled(SoftEvent.Settled event) {
        jobs.settle();
    }

    /** It was noticed that their time has come. */
    public void begun(SoftEvent.JobsBegun event) {
        for (JobId id : event.jobs()) {
            OpenJob job = jobs.get(id);
            if (job != null) {
                jobs.begins().remove(job);
            }
        }
    }

    /** A job has to hurry, or has to no longer; null if it is not open. */
    public @Nullable OpenJob urged(JobId id, @Nullable Instant startBy) {
        OpenJob job = jobs.get(id);
        if (job != null) {
            job.urge(startBy);
            if (startBy == null) {
                jobs.deadlines().calm(id);
            } else {
                jobs.deadlines().urge(id, startBy);
            }
        }
        return job;
    }

    /** Those that wait for it know what became of it, or some of them. */
    public void told(SoftEvent.DependantsTold event) {
        jobs.told(jobs.open(event.job()), event.last());
    }
}
