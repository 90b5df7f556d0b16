package org.gleaner.core.step;

import java.time.Instant;
import org.gleaner.core.access.Tokens;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.SoftEvent;
import org.gleaner.core.grid.StoredGrid.KeyRow;
import org.gleaner.core.grid.SubmissionKey;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.node.Demand;
import org.gleaner.core.node.Duty;
import org.gleaner.core.observer.Minutes;
import org.gleaner.core.open.JobWriter;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.pool.GridNode;
import org.gleaner.core.pool.LiveAttempt;
import org.gleaner.core.pool.PoolWriter;
import org.gleaner.core.scheduling.Rule;

/**
 * The first reader of every event: sets in memory what the event says. The other reader is the store's projection; both
 * must come to the same state, and the simulation compares them after every batch.
 */
final class EventReader implements GridEvent.HardVisitor<RuntimeException>, SoftEvent.Visitor {
    private final GridState state;
    private final Tokens.Writer tokens;
    private final PoolWriter pool;
    private final JobWriter jobs;

    EventReader(GridState state, Tokens.Writer tokens, PoolWriter pool, JobWriter jobs) {
        this.state = state;
        this.tokens = tokens;
        this.pool = pool;
        this.jobs = jobs;
    }

    @Override
    public void jobSubmitted(GridEvent.JobSubmitted event) {
        OpenJob job = jobs.open(event, pool.want(Demand.of(event.spec().kept())));
        state.nextJob = Math.max(state.nextJob, event.job().value() + 1);
        state.opened(job);
        SubmissionKey key = event.key();
        if (key != null) {
            state.remember(new KeyRow(key, event.job(), event.at()));
        }
        state.arrivals.note(event.at());
        state.touch(job);
    }

    @Override
    public void tasksMoved(GridEvent.TasksMoved event) {
        OpenJob job = state.open(event.job());
        jobs.moved(job, event);
        state.running.refreshAll(state, job);
        state.touch(job);
    }

    @Override
    public void countersReset(GridEvent.CountersReset event) {
        OpenJob job = state.open(event.job());
        jobs.reset(job, event);
        state.running.refreshAll(state, job);
    }

    @Override
    public void attemptAssigned(GridEvent.AttemptAssigned event) {
        OpenJob job = state.open(event.attempt().job());
        LiveAttempt attempt = new LiveAttempt(event.attempt(), event.node(), event.lane(), event.at());
        jobs.assigned(job, attempt);
        pool.add(attempt, job.spec().needs());
        state.groups.refresh(job);
        state.running.refresh(state, job, event.attempt().ordinal());
    }

    @Override
    public void attemptEnded(GridEvent.AttemptEnded event) {
        OpenJob job = state.open(event.attempt().job());
        state.choices.note(event, job);
        LiveAttempt live = job.live(event.attempt());
        GridNode node = state.node(event.node());
        if (live != null && node.isCharged(event.report().outcome())) {
            double held = Minutes.of(node.held(live.lane(), node.heard()));
            state.shares.charge(job.id(), job.owner(), held * job.spec().needs().cores());
        }
        pool.ended(event, job.owner());
        state.makeRoom(event.node());
        jobs.ended(job, event);
        state.running.refresh(state, job, event.attempt().ordinal());
        state.touch(job);
    }

    /** Only people look at it: the store has it, and memory needs nothing of it. */
    @Override
    public void partialKept(GridEvent.PartialKept event) {}

    @Override
    public void attemptRevived(GridEvent.AttemptRevived event) {
        OpenJob job = state.open(event.attempt().job());
        LiveAttempt attempt = new LiveAttempt(event.attempt(), event.node(), event.lane(), event.at());
        jobs.revived(job, attempt, event.record());
        pool.revived(attempt, job.spec().needs());
        state.running.refresh(state, job, event.attempt().ordinal());
        state.touch(job);
    }

    @Override
    public void jobAdjusted(GridEvent.JobAdjusted event) {
        OpenJob job = state.open(event.job());
        JobSpec spec = job.spec();
        JobSpec changed = spec.with(event.limits()).withTurn(spec.turn().with(event.priority(), event.weight()));
        if (event.weight() == spec.turn().weight()) {
            jobs.specify(job, changed);
        } else {
            state.groups.reweigh(job, () -> jobs.specify(job, changed));
        }
        state.running.refreshAll(state, job);
        state.touch(job);
    }

    @Override
    public void brakeSet(GridEvent.BrakeSet event) {
        jobs.brake(state.open(event.job()), event.brake());
    }

    @Override
    public void filesRefreshed(GridEvent.FilesRefreshed event) {
        OpenJob job = state.open(event.job());
        jobs.specify(job, job.spec().withInputs(event.inputs()).kept());
        pool.outdate(job.live());
        state.demand(job);
    }

    @Override
    public void jobClosed(GridEvent.JobClosed event) {
        state.close(event.job());
    }

    @Override
    public void jobReopened(GridEvent.JobReopened event) {
        OpenJob job = jobs.open(event.job(), pool.want(Demand.of(event.job().spec())));
        state.opened(job);
        state.touch(job);
    }

    @Override
    public void jobDeleted(GridEvent.JobDeleted event) {
        JobId id = event.job();
        state.close(id);
        state.keys.values().removeIf(row -> row.job().equals(id));
    }

    @Override
    public void nodeIntroduced(GridEvent.NodeIntroduced event) {
        state.nextNode = Math.max(state.nextNode, event.node().value() + 1);
        state.parked.remove(event.node());
        GridNode node = state.nodes.get(event.node());
        if (node == null || !node.facts().benchmark().equals(event.facts().benchmark()) || !node.isMember(event.at())) {
            // The mean power of the pool is no longer what it was.
            state.changePool();
        }
        pool.introduced(event);
    }

    @Override
    public void dutySet(GridEvent.DutySet event) {
        pool.dutySet(event);
        if (event.duty() == Duty.FORGOTTEN) {
            // It no longer counts among the pool.
            state.changePool();
        }
        state.workAppeared |= !state.groups.isEmpty();
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
    public void settingChanged(GridEvent.SettingChanged event) {
        state.settings = state.settings.with(event.name(), event.value());
        state.shares.set(state.settings);
        state.beginRedundancy();
        // Work that had to wait may now be offered.
        state.workAppeared |= event.name().equals(Setting.HALT.word()) && !state.groups.isEmpty();
    }

    @Override
    public void tokenIssued(GridEvent.TokenIssued event) {
        tokens.issued(event);
    }

    @Override
    public void tokenRevoked(GridEvent.TokenRevoked event) {
        tokens.revoked(event);
    }

    @Override
    public void keysExpired(GridEvent.KeysExpired event) {
        state.forgetKeysBefore(event.before());
    }

    /** Closed jobs are not in memory. */
    @Override
    public void jobRetired(GridEvent.JobRetired event) {}

    @Override
    public void nodeHeard(SoftEvent.NodeHeard event) {
        expect(event.node(), event.at());
        pool.heard(event);
    }

    @Override
    public void nodeAlive(SoftEvent.NodeAlive event) {
        expect(event.node(), event.at());
        pool.alive(event);
    }

    private void expect(NodeId id, Instant at) {
        if (!state.node(id).isMember(at)) {
            // It was away for so long that it counted no longer.
            state.changePool();
        }
    }

    @Override
    public void startsTold(SoftEvent.StartsTold event) {
        pool.told(event);
    }

    @Override
    public void nodeParked(SoftEvent.NodeParked event) {
        GridNode node = state.node(event.node());
        state.parked.put(node.id(), new GridState.Parked(node, event.address(), event.until(), event.since()));
        state.nextReturn = event.until().isBefore(state.nextReturn) ? event.until() : state.nextReturn;
    }

    @Override
    public void nodeUnparked(SoftEvent.NodeUnparked event) {
        state.parked.remove(event.node());
    }

    @Override
    public void callsReturned(SoftEvent.CallsReturned event) {
        state.findNextReturn();
    }

    @Override
    public void nodeWentSilent(SoftEvent.NodeWentSilent event) {
        pool.silent(event);
    }

    @Override
    public void offerPlanned(SoftEvent.OfferPlanned event) {
        state.offerAt = event.at();
    }

    @Override
    public void offerMade(SoftEvent.OfferMade event) {
        state.offerAt = null;
    }

    @Override
    public void workChosen(SoftEvent.WorkChosen event) {
        state.choices.note(event);
        pool.chosen(event);
        if (event.rule() != Rule.COPY) {
            state.groups.type(event.type()).give(event);
        }
    }

    @Override
    public void turnPassed(SoftEvent.TurnPassed event) {
        state.shares.pass(event.owner());
    }

    @Override
    public void settled(SoftEvent.Settled event) {
        state.touched.forEach(id -> {
            OpenJob job = state.job(id);
            if (job != null) {
                jobs.settled(job);
            }
        });
        state.touched.clear();
        state.roomier.clear();
        state.workAppeared = false;
    }

    @Override
    public void dependantsTold(SoftEvent.DependantsTold event) {
        jobs.told(state.open(event.job()));
    }

    @Override
    public void nodeObserved(GridEvent.NodeObserved event) {
        pool.observed(event);
    }

    @Override
    public void typeObserved(GridEvent.TypeObserved event) {
        state.groups.believe(event.type(), event.belief());
    }

    @Override
    public void typeForgotten(GridEvent.TypeForgotten event) {
        state.groups.forget(event.type());
    }

    /** Only history keeps it. */
    @Override
    public void stayEnded(GridEvent.StayEnded event) {}

    /** Stays are not in memory. */
    @Override
    public void staysFolded(GridEvent.StaysFolded event) {}

    @Override
    public void taskRan(SoftEvent.TaskRan event) {
        OpenJob job = state.job(event.task().job());
        if (job != null) {
            jobs.ran(job, event);
            state.interrupted.add(job.id());
            state.groups.refresh(job);
        }
    }

    @Override
    public void copiesOffered(SoftEvent.CopiesOffered event) {
        state.copiesOffered = event.at();
    }

    @Override
    public void surveyed(SoftEvent.Surveyed event) {
        state.survey(event.pool());
        state.nextSurvey = event.next();
        if (event.overtime() != null) {
            state.shares.survey(event.overtime());
        }
    }

    @Override
    public void runTimesSeen(SoftEvent.RunTimesSeen event) {
        event.open().forEach((type, ran) -> state.groups.type(type).survey(ran, event.usual()));
    }

    @Override
    public void foreseen(SoftEvent.Foreseen event) {
        state.foresight = event.foresight();
        state.running.expect(event.ends());
    }

    @Override
    public void coursesSeen(SoftEvent.CoursesSeen event) {
        state.running.watch(event.courses(), event.at());
    }

    @Override
    public void timeShifted(SoftEvent.TimeShifted event) {
        state.shift(event.by());
    }
}
