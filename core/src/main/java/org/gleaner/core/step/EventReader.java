package org.gleaner.core.step;

import org.gleaner.core.access.Tokens;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.SoftEvent;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.node.Demand;
import org.gleaner.core.open.JobWriter;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.placing.Board;
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
    private final Board.Writer board;

    EventReader(Tokens.Writer tokens, PoolWriter pool, JobWriter jobs, Board.Writer board) {
        this.tokens = tokens;
        this.pool = pool;
        this.jobs = jobs;
        this.board = board;
    }

    /** Notes that a job changed, so that its consequences are drawn and its group is right. */
    private void touch(OpenJob job) {
        board.refresh(job);
        jobs.touch(job);
    }

    @Override
    public void jobSubmitted(GridEvent.JobSubmitted event) {
        board.submitted(event);
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
            board.closed(job);
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
            board.reweigh(job, () -> jobs.specify(job, changed));
        }
        board.refreshRunning(job);
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
            board.demand(job, () -> {
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
        board.refreshRunning(job);
        touch(job);
    }

    @Override
    public void countersReset(GridEvent.CountersReset event) {
        board.refreshRunning(jobs.reset(event));
    }

    @Override
    public void attemptAssigned(GridEvent.AttemptAssigned event) {
        LiveAttempt attempt = new LiveAttempt(event.attempt(), event.node(), event.lane(), event.at());
        OpenJob job = jobs.assigned(attempt);
        pool.add(attempt, job.spec().needs());
        board.assigned(job, event.attempt());
    }

    @Override
    public void attemptRevived(GridEvent.AttemptRevived event) {
        LiveAttempt attempt = new LiveAttempt(event.attempt(), event.node(), event.lane(), event.at());
        OpenJob job = jobs.revived(attempt, event);
        pool.revived(attempt, job.spec().needs());
        board.refreshRunning(job, event.attempt());
        touch(job);
    }

    @Override
    public void attemptEnded(GridEvent.AttemptEnded event) {
        OpenJob job = jobs.jobs().open(event.attempt().job());
        board.ending(job, event);
        pool.ended(event, job.owner());
        jobs.ended(job, event);
        board.refreshRunning(job, event.attempt());
        touch(job);
    }

    @Override
    public void taskRan(SoftEvent.TaskRan event) {
        OpenJob job = jobs.ran(event);
        if (job != null) {
            board.ran(job);
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
        board.settled(event);
    }

    @Override
    public void nodeIntroduced(GridEvent.NodeIntroduced event) {
        board.introduced(event);
        pool.introduced(event);
    }

    @Override
    public void nodeHeard(SoftEvent.NodeHeard event) {
        board.heard(event.node(), event.at());
        pool.heard(event);
    }

    @Override
    public void nodeAlive(SoftEvent.NodeAlive event) {
        board.heard(event.node(), event.at());
        pool.alive(event);
    }

    @Override
    public void nodeWentSilent(SoftEvent.NodeWentSilent event) {
        pool.silent(event);
    }

    @Override
    public void dutySet(GridEvent.DutySet event) {
        pool.dutySet(event);
        board.dutySet(event);
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
        board.chosen(event);
    }

    @Override
    public void timeShifted(SoftEvent.TimeShifted event) {
        pool.shift(event);
        board.shift(event);
    }

    @Override
    public void settingChanged(GridEvent.SettingChanged event) {
        board.set(event);
    }

    @Override
    public void typeObserved(GridEvent.TypeObserved event) {
        board.observed(event);
    }

    @Override
    public void typeForgotten(GridEvent.TypeForgotten event) {
        board.forgotten(event);
    }

    @Override
    public void offerPlanned(SoftEvent.OfferPlanned event) {
        board.planned(event);
    }

    @Override
    public void offerMade(SoftEvent.OfferMade event) {
        board.offered(event);
    }

    @Override
    public void copiesOffered(SoftEvent.CopiesOffered event) {
        board.offered(event);
    }

    @Override
    public void turnPassed(SoftEvent.TurnPassed event) {
        board.passed(event);
    }

    @Override
    public void surveyed(SoftEvent.Surveyed event) {
        board.surveyed(event);
    }

    @Override
    public void runTimesSeen(SoftEvent.RunTimesSeen event) {
        board.seen(event);
    }

    @Override
    public void foreseen(SoftEvent.Foreseen event) {
        board.foreseen(event);
    }

    @Override
    public void coursesSeen(SoftEvent.CoursesSeen event) {
        board.seen(event);
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
