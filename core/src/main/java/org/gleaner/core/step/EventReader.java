package org.gleaner.core.step;

import org.gleaner.core.access.Tokens;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.SoftEvent;
import org.gleaner.core.grid.StoredJob.LiveRow;
import org.gleaner.core.job.JobSpec;
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
final class EventReader implements GridEvent.HardVisitor<RuntimeException>, SoftEvent.Visitor {
    private final Tokens.Writer tokens;
    private final PoolWriter pool;
    private final JobWriter jobs;
    private final Roster.Writer roster;

    EventReader(Tokens.Writer tokens, PoolWriter pool, JobWriter jobs, Roster.Writer roster) {
        this.tokens = tokens;
        this.pool = pool;
        this.jobs = jobs;
        this.roster = roster;
    }

    /** Notes that a job changed, so that its consequences are drawn and its group is right. */
    private void touch(OpenJob job) {
        roster.refresh(job);
        jobs.touch(job);
    }

    @Override
    public void jobSubmitted(GridEvent.JobSubmitted event) {
        roster.submitted(event);
        touch(jobs.submitted(event));
    }

    @Override
    public void jobReopened(GridEvent.JobReopened event) {
        OpenJob job = jobs.reopened(event.job());
        job.live().forEach(attempt -> pool.add(attempt, job.spec().needs()));
        touch(job);
    }

    @Override
    public void jobClosed(GridEvent.JobClosed event) {
        closed(jobs.closed(event.job()));
    }

    @Override
    public void jobDeleted(GridEvent.JobDeleted event) {
        closed(jobs.deleted(event.job()));
    }

    private void closed(@Nullable OpenJob job) {
        if (job != null) {
            roster.closed(job);
            pool.release(job.wanted());
        }
    }

    @Override
    public void jobAdjusted(GridEvent.JobAdjusted event) {
        OpenJob job = jobs.jobs().open(event.job());
        JobSpec spec = job.spec();
        JobSpec changed = spec.with(event.limits()).withTurn(spec.turn().with(event.priority(), event.weight()));
        if (event.weight() == spec.turn().weight()) {
            jobs.specify(job, changed);
        } else {
            roster.reweigh(job, () -> jobs.specify(job, changed));
        }
        roster.refreshRunning(job);
        touch(job);
    }

    /** Other files may make other nodes fit. */
    @Override
    public void filesRefreshed(GridEvent.FilesRefreshed event) {
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

    @Override
    public void brakeSet(GridEvent.BrakeSet event) {
        jobs.braked(event);
    }

    @Override
    public void tasksMoved(GridEvent.TasksMoved event) {
        OpenJob job = jobs.moved(event);
        roster.refreshRunning(job);
        touch(job);
    }

    @Override
    public void countersReset(GridEvent.CountersReset event) {
        roster.refreshRunning(jobs.reset(event));
    }

    @Override
    public void attemptAssigned(GridEvent.AttemptAssigned event) {
        LiveAttempt attempt = new LiveAttempt(new LiveRow(event.attempt(), event.node(), event.lane(), event.at()));
        OpenJob job = jobs.assigned(attempt);
        pool.add(attempt, job.spec().needs());
        roster.assigned(job, event.attempt());
    }

    @Override
    public void attemptRevived(GridEvent.AttemptRevived event) {
        LiveAttempt attempt = new LiveAttempt(new LiveRow(event.attempt(), event.node(), event.lane(), event.at()));
        OpenJob job = jobs.revived(attempt, event);
        pool.revived(attempt, job.spec().needs());
        roster.refreshRunning(job, event.attempt());
        touch(job);
    }

    @Override
    public void attemptEnded(GridEvent.AttemptEnded event) {
        OpenJob job = jobs.jobs().open(event.attempt().job());
        roster.ending(job, event);
        pool.ended(event, job.owner());
        jobs.ended(job, event);
        roster.refreshRunning(job, event.attempt());
        touch(job);
    }

    @Override
    public void taskRan(SoftEvent.TaskRan event) {
        OpenJob job = jobs.ran(event);
        if (job != null) {
            roster.ran(job);
        }
    }

    @Override
    public void keysExpired(GridEvent.KeysExpired event) {
        jobs.expired(event);
    }

    @Override
    public void dependantsTold(SoftEvent.DependantsTold event) {
        jobs.told(event);
    }

    @Override
    public void settled(SoftEvent.Settled event) {
        pool.settled(event);
        jobs.settled(event);
        roster.settled(event);
    }

    @Override
    public void nodeIntroduced(GridEvent.NodeIntroduced event) {
        roster.introduced(event);
        pool.introduced(event);
    }

    @Override
    public void nodeHeard(SoftEvent.NodeHeard event) {
        roster.heard(event.node(), event.at());
        pool.heard(event);
    }

    @Override
    public void nodeAlive(SoftEvent.NodeAlive event) {
        roster.heard(event.node(), event.at());
        pool.alive(event);
    }

    @Override
    public void nodeWentSilent(SoftEvent.NodeWentSilent event) {
        pool.silent(event);
    }

    @Override
    public void dutySet(GridEvent.DutySet event) {
        pool.dutySet(event);
        roster.dutySet(event);
    }

    @Override
    public void recipeRefused(GridEvent.RecipeRefused event) {
        pool.refused(event);
    }

    @Override
    public void recipeTrusted(GridEvent.RecipeTrusted event) {
        pool.trusted(event);
    }

    @Override
    public void nodeObserved(GridEvent.NodeObserved event) {
        pool.observed(event);
    }

    @Override
    public void startsTold(SoftEvent.StartsTold event) {
        pool.told(event);
    }

    @Override
    public void nodeParked(SoftEvent.NodeParked event) {
        pool.parked(event);
    }

    @Override
    public void nodeUnparked(SoftEvent.NodeUnparked event) {
        pool.unparked(event);
    }

    @Override
    public void callsReturned(SoftEvent.CallsReturned event) {
        pool.returned(event);
    }

    @Override
    public void workChosen(SoftEvent.WorkChosen event) {
        pool.chosen(event);
        roster.chosen(event);
    }

    @Override
    public void timeShifted(SoftEvent.TimeShifted event) {
        pool.shift(event);
        roster.shift(event);
    }

    @Override
    public void settingChanged(GridEvent.SettingChanged event) {
        roster.set(event);
    }

    @Override
    public void typeObserved(GridEvent.TypeObserved event) {
        roster.observed(event);
    }

    @Override
    public void typeForgotten(GridEvent.TypeForgotten event) {
        roster.forgotten(event);
    }

    @Override
    public void offerPlanned(SoftEvent.OfferPlanned event) {
        roster.planned(event);
    }

    @Override
    public void offerMade(SoftEvent.OfferMade event) {
        roster.offered(event);
    }

    @Override
    public void copiesOffered(SoftEvent.CopiesOffered event) {
        roster.offered(event);
    }

    @Override
    public void turnPassed(SoftEvent.TurnPassed event) {
        roster.passed(event);
    }

    @Override
    public void surveyed(SoftEvent.Surveyed event) {
        roster.surveyed(event);
    }

    @Override
    public void runTimesSeen(SoftEvent.RunTimesSeen event) {
        roster.seen(event);
    }

    @Override
    public void marketSeen(SoftEvent.MarketSeen event) {
        roster.marketSeen(event);
    }

    @Override
    public void forecastsSeen(SoftEvent.ForecastsSeen event) {
        roster.seen(event);
    }

    @Override
    public void tokenIssued(GridEvent.TokenIssued event) {
        tokens.issued(event);
    }

    @Override
    public void tokenRevoked(GridEvent.TokenRevoked event) {
        tokens.revoked(event);
    }

    /** Only people look at it: the store has it, and memory needs nothing of it. */
    @Override
    public void partialKept(GridEvent.PartialKept event) {}

    /** Closed jobs are not in memory. */
    @Override
    public void jobRetired(GridEvent.JobRetired event) {}

    /** Only history keeps it. */
    @Override
    public void stayEnded(GridEvent.StayEnded event) {}

    /** Stays are not in memory. */
    @Override
    public void staysFolded(GridEvent.StaysFolded event) {}
}
