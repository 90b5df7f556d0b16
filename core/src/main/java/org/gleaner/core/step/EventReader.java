package org.gleaner.core.step;

import java.time.Instant;
import org.gleaner.core.access.Tokens;
import org.gleaner.core.attempt.EndedAttempt;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.SoftEvent;
import org.gleaner.core.grid.StoredJob.LiveRow;
import org.gleaner.core.id.JobId;
import org.gleaner.core.image.Imaging;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.kind.Steps;
import org.gleaner.core.node.Demand;
import org.gleaner.core.open.JobWriter;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.placing.Roster;
import org.gleaner.core.pool.LiveAttempt;
import org.gleaner.core.pool.Matches;
import org.gleaner.core.pool.PoolWriter;
import org.jspecify.annotations.Nullable;

/**
 * The first reader of every event: tells the parts, in order, what it says. The other reader is the store's projection;
 * both must come to the same state, and the simulation compares them after every batch.
 */
final class EventReader {
    private static final Steps<EventReader, GridEvent.Hard, RuntimeException> HARD = new Steps<
                    EventReader, GridEvent.Hard, RuntimeException>(GridEvent.Hard.class)
            .on(GridEvent.JobSubmitted.class, EventReader::jobSubmitted)
            .on(GridEvent.TasksAdded.class, (to, event) -> to.touch(to.jobs.added(event)))
            .on(GridEvent.JobSealed.class, (to, event) -> to.touch(to.jobs.sealed(event.job())))
            .on(GridEvent.HostSaved.class, (to, event) -> to.touch(to.jobs.hosted(event)))
            .on(GridEvent.JobReopened.class, EventReader::jobReopened)
            .on(GridEvent.JobClosed.class, EventReader::jobClosed)
            .on(GridEvent.JobDeleted.class, EventReader::jobDeleted)
            .on(GridEvent.JobAdjusted.class, EventReader::jobAdjusted)
            .on(GridEvent.DeadlineHopeless.class, EventReader::deadlineHopeless)
            .on(GridEvent.FilesRefreshed.class, EventReader::filesRefreshed)
            .on(GridEvent.BrakeSet.class, EventReader::braked)
            .on(GridEvent.TasksMoved.class, EventReader::tasksMoved)
            .on(GridEvent.CountersReset.class, (to, event) -> to.roster.refreshRunning(to.jobs.reset(event)))
            .on(GridEvent.AttemptAssigned.class, EventReader::attemptAssigned)
            .on(GridEvent.AttemptRevived.class, EventReader::attemptRevived)
            .on(GridEvent.AttemptEnded.class, EventReader::attemptEnded)
            .on(GridEvent.KeysExpired.class, (to, event) -> to.jobs.expired(event))
            .on(GridEvent.NodeIntroduced.class, EventReader::nodeIntroduced)
            .on(GridEvent.DutySet.class, EventReader::dutySet)
            .on(GridEvent.RecipeRefused.class, EventReader::recipeRefused)
            .on(GridEvent.RecipeTrusted.class, EventReader::recipeTrusted)
            .on(GridEvent.NodeObserved.class, EventReader::nodeObserved)
            .on(GridEvent.SettingChanged.class, EventReader::settingChanged)
            .on(GridEvent.TypeObserved.class, EventReader::typeObserved)
            .on(GridEvent.TypeForgotten.class, EventReader::typeForgotten)
            .on(GridEvent.TokenIssued.class, (to, event) -> to.tokens.issued(event))
            .on(GridEvent.TokenRevoked.class, (to, event) -> to.tokens.revoked(event))
            // Only people look at it: the store has it, and memory needs nothing of it.
            .ignore(GridEvent.PartialKept.class)
            .ignore(GridEvent.AttemptResumed.class)
            // Which blobs belong to a job the store alone knows.
            .ignore(GridEvent.FilesTaken.class)
            .on(GridEvent.JobRetired.class, EventReader::jobRetired)
            // Only history keeps it.
            .ignore(GridEvent.StayEnded.class)
            // Stays are not in memory.
            .ignore(GridEvent.StaysFolded.class)
            .complete();

    private static final Steps<EventReader, SoftEvent, RuntimeException> SOFT = new Steps<
                    EventReader, SoftEvent, RuntimeException>(SoftEvent.class)
            .on(SoftEvent.TaskRan.class, EventReader::taskRan)
            .on(SoftEvent.GrowerHeard.class, (to, event) -> to.jobs.heard(event))
            .on(SoftEvent.HostCramped.class, (to, event) -> to.jobs.cramped(event))
            .on(SoftEvent.DependantsTold.class, (to, event) -> to.jobs.told(event))
            .on(SoftEvent.JobsBegun.class, (to, event) -> to.jobs.begun(event))
            .on(SoftEvent.Settled.class, EventReader::settled)
            .on(SoftEvent.NodeHeard.class, EventReader::nodeHeard)
            .on(SoftEvent.NodeAlive.class, EventReader::nodeAlive)
            .on(SoftEvent.NodeWentSilent.class, EventReader::nodeWentSilent)
            .on(SoftEvent.StartsTold.class, (to, event) -> to.pool.told(event))
            .on(SoftEvent.NodeParked.class, (to, event) -> to.pool.parked(event))
            .on(SoftEvent.NodeUnparked.class, (to, event) -> to.pool.unparked(event))
            .on(SoftEvent.CallsReturned.class, (to, event) -> to.pool.returned(event))
            .on(SoftEvent.WorkChosen.class, EventReader::workChosen)
            .on(SoftEvent.TimeShifted.class, EventReader::timeShifted)
            .on(SoftEvent.OfferPlanned.class, (to, event) -> to.roster.planned(event))
            .on(SoftEvent.OfferMade.class, (to, event) -> to.roster.offered(event))
            .on(SoftEvent.CopiesOffered.class, (to, event) -> to.roster.offered(event))
            .on(SoftEvent.TurnPassed.class, (to, event) -> to.roster.passed(event))
            .on(SoftEvent.Surveyed.class, (to, event) -> to.roster.surveyed(event))
            .on(SoftEvent.RunTimesSeen.class, (to, event) -> to.roster.seen(event))
            .on(SoftEvent.MarketSeen.class, (to, event) -> to.roster.marketSeen(event))
            .on(SoftEvent.UrgencySeen.class, EventReader::urgencySeen)
            .on(SoftEvent.ForecastsSeen.class, (to, event) -> to.roster.seen(event))
            .on(SoftEvent.PolicyTaken.class, (to, event) -> to.roster.taken(event))
            .complete();

    private final Tokens.Writer tokens;
    private final PoolWriter pool;
    private final JobWriter jobs;
    private final Roster.Writer roster;
    private final Imaging imaging;

    EventReader(Tokens.Writer tokens, PoolWriter pool, JobWriter jobs, Roster.Writer roster, Imaging imaging) {
        this.tokens = tokens;
        this.pool = pool;
        this.jobs = jobs;
        this.roster = roster;
        this.imaging = imaging;
    }

    void read(GridEvent event) {
        if (event instanceof GridEvent.Hard hard) {
            HARD.take(this, hard);
        } else {
            SOFT.take(this, (SoftEvent) event);
        }
    }

    /** Notes that a job changed, so that its consequences are drawn and its group is right. */
    private void touch(OpenJob job) {
        roster.refresh(job);
        jobs.touch(job);
        imaging.touched(job);
    }

    private void jobSubmitted(GridEvent.JobSubmitted event) {
        roster.submitted(event);
        touch(jobs.submitted(event));
    }

    private void jobReopened(GridEvent.JobReopened event) {
        OpenJob job = jobs.reopened(event.job());
        job.live().forEach(attempt -> pool.add(attempt, job.spec().needs()));
        touch(job);
    }

    private void jobClosed(GridEvent.JobClosed event) {
        OpenJob job = jobs.closed(event.job());
        if (job != null) {
            closed(job);
            imaging.closed(job);
        }
    }

    private void jobDeleted(GridEvent.JobDeleted event) {
        OpenJob job = jobs.deleted(event.job());
        if (job != null) {
            closed(job);
        }
        imaging.deleted(event.job(), event.owner());
    }

    /** Closed jobs are not in memory; whether it was opened again meanwhile, the store knows. */
    private void jobRetired(GridEvent.JobRetired event) {
        if (!event.onlyFiles() && jobs.jobs().get(event.job()) == null) {
            imaging.deleted(event.job(), event.owner());
        }
    }

    private void braked(GridEvent.BrakeSet event) {
        OpenJob job = jobs.jobs().open(event.job());
        jobs.braked(event);
        roster.refresh(job);
        imaging.touched(job);
    }

    private void closed(OpenJob job) {
        roster.closed(job);
        pool.release(job.wanted());
    }

    private void jobAdjusted(GridEvent.JobAdjusted event) {
        OpenJob job = jobs.jobs().open(event.job());
        JobSpec spec = job.spec();
        JobSpec changed = event.of(spec);
        if (event.weight() == spec.turn().weight()) {
            jobs.specify(job, changed);
        } else {
            roster.reweigh(job, () -> jobs.specify(job, changed));
        }
        roster.refreshRunning(job);
        touch(job);
    }

    /** Only people are concerned: its turn is what it was. */
    private void deadlineHopeless(GridEvent.DeadlineHopeless event) {
        OpenJob job = jobs.jobs().open(event.job());
        jobs.specify(job, event.of(job.spec()));
        imaging.touched(job);
    }

    private void urgencySeen(SoftEvent.UrgencySeen event) {
        event.urgent().forEach(this::urge);
        event.calm().forEach(job -> urge(job, null));
    }

    private void urge(JobId id, @Nullable Instant startBy) {
        OpenJob job = jobs.urged(id, startBy);
        if (job != null) {
            roster.refresh(job);
        }
    }

    /** Other files may make other nodes fit. */
    private void filesRefreshed(GridEvent.FilesRefreshed event) {
        OpenJob job = jobs.jobs().open(event.job());
        jobs.specify(job, job.spec().withInputs(event.inputs()).kept());
        pool.outdate(job.live());
        Matches.Wanted before = job.wanted();
        if (!Demand.of(job.spec()).equals(before.demand())) {
            roster.demand(job, () -> {
                pool.release(before);
                jobs.want(job);
            });
        }
    }

    private void tasksMoved(GridEvent.TasksMoved event) {
        OpenJob job = jobs.moved(event);
        roster.refreshRunning(job);
        touch(job);
    }

    private void attemptAssigned(GridEvent.AttemptAssigned event) {
        LiveAttempt attempt = new LiveAttempt(new LiveRow(event.attempt(), event.node(), event.lane(), event.at()));
        OpenJob job = jobs.assigned(attempt);
        pool.add(attempt, job.spec().needs());
        roster.assigned(job, event.attempt());
        imaging.touched(job);
        imaging.began(attempt, job);
    }

    private void attemptRevived(GridEvent.AttemptRevived event) {
        EndedAttempt before = jobs.jobs()
                .open(event.attempt().job())
                .record(event.attempt().ordinal())
                .ended(event.attempt().number());
        Instant since = before == null ? event.at() : before.since();
        LiveAttempt attempt =
                new LiveAttempt(new LiveRow(event.attempt(), event.node(), event.lane(), event.at(), since));
        OpenJob job = jobs.revived(attempt, event);
        pool.revived(attempt, job.spec().needs());
        roster.refreshRunning(job, event.attempt());
        touch(job);
        imaging.began(attempt, job);
    }

    private void attemptEnded(GridEvent.AttemptEnded event) {
        OpenJob job = jobs.jobs().open(event.attempt().job());
        roster.ending(job, event);
        pool.ended(event, job.type());
        jobs.ended(job, event);
        roster.refreshRunning(job, event.attempt());
        touch(job);
        imaging.ended(event, job);
    }

    private void taskRan(SoftEvent.TaskRan event) {
        OpenJob job = jobs.ran(event);
        if (job != null) {
            roster.ran(job);
        }
    }

    private void settled(SoftEvent.Settled event) {
        pool.settled(event);
        jobs.settled(event);
        roster.settled(event);
    }

    private void nodeIntroduced(GridEvent.NodeIntroduced event) {
        roster.introduced(event);
        pool.introduced(event);
        imaging.touched(event.node());
    }

    private void nodeHeard(SoftEvent.NodeHeard event) {
        roster.heard(event.node(), event.at());
        pool.heard(event);
        imaging.touched(event.node());
    }

    private void nodeAlive(SoftEvent.NodeAlive event) {
        roster.heard(event.node(), event.at());
        pool.alive(event);
        imaging.touched(event.node());
    }

    private void nodeWentSilent(SoftEvent.NodeWentSilent event) {
        pool.silent(event);
        imaging.touched(event.node());
    }

    private void dutySet(GridEvent.DutySet event) {
        pool.dutySet(event);
        roster.dutySet(event);
        imaging.touched(event.node());
    }

    private void recipeRefused(GridEvent.RecipeRefused event) {
        pool.refused(event);
        imaging.observed(event.node());
    }

    private void recipeTrusted(GridEvent.RecipeTrusted event) {
        pool.trusted(event);
        imaging.observed(event.node());
    }

    private void nodeObserved(GridEvent.NodeObserved event) {
        pool.observed(event);
        imaging.observed(event.node());
    }

    private void typeObserved(GridEvent.TypeObserved event) {
        roster.observed(event);
        imaging.observed(event.type());
    }

    private void typeForgotten(GridEvent.TypeForgotten event) {
        roster.forgotten(event);
        imaging.observed(event.type());
    }

    private void settingChanged(GridEvent.SettingChanged event) {
        roster.set(event);
        imaging.set(event.name());
    }

    private void workChosen(SoftEvent.WorkChosen event) {
        pool.chosen(event);
        roster.chosen(event);
    }

    private void timeShifted(SoftEvent.TimeShifted event) {
        pool.shift(event);
        jobs.shift(event);
        roster.shift(event);
    }
}
