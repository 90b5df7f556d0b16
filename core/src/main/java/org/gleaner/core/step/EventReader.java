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
final class EventReader implements GridEvent.HardVisitor<GridState>, SoftEvent.Visitor<GridState> {
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
    public GridState jobSubmitted(GridEvent.JobSubmitted event) {
        OpenJob job = jobs.open(event, pool.want(Demand.of(event.spec().kept())));
        state.nextJob = Math.max(state.nextJob, event.job().value() + 1);
        state.opened(job);
        SubmissionKey key = event.key();
        if (key != null) {
            state.remember(new KeyRow(key, event.job(), event.at()));
        }
        state.arrivals.note(event.at());
        state.touch(job);
        return state;
    }

    @Override
    public GridState tasksMoved(GridEvent.TasksMoved event) {
        OpenJob job = state.open(event.job());
        jobs.moved(job, event);
        state.running.refreshAll(state, job);
        state.touch(job);
        return state;
    }

    @Override
    public GridState countersReset(GridEvent.CountersReset event) {
        OpenJob job = state.open(event.job());
        jobs.reset(job, event);
        state.running.refreshAll(state, job);
        return state;
    }

    @Override
    public GridState attemptAssigned(GridEvent.AttemptAssigned event) {
        OpenJob job = state.open(event.attempt().job());
        LiveAttempt attempt = new LiveAttempt(event.attempt(), event.node(), event.lane(), event.at());
        jobs.assigned(job, attempt);
        pool.add(attempt, job.spec().needs());
        state.groups.refresh(job);
        state.running.refresh(state, job, event.attempt().ordinal());
        return state;
    }

    @Override
    public GridState attemptEnded(GridEvent.AttemptEnded event) {
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
        return state;
    }

    /** Only people look at it: the store has it, and memory needs nothing of it. */
    @Override
    public GridState partialKept(GridEvent.PartialKept event) {
        return state;
    }

    @Override
    public GridState attemptRevived(GridEvent.AttemptRevived event) {
        OpenJob job = state.open(event.attempt().job());
        LiveAttempt attempt = new LiveAttempt(event.attempt(), event.node(), event.lane(), event.at());
        jobs.revived(job, attempt, event.record());
        pool.revived(attempt, job.spec().needs());
        state.running.refresh(state, job, event.attempt().ordinal());
        state.touch(job);
        return state;
    }

    @Override
    public GridState jobAdjusted(GridEvent.JobAdjusted event) {
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
        return state;
    }

    @Override
    public GridState brakeSet(GridEvent.BrakeSet event) {
        jobs.brake(state.open(event.job()), event.brake());
        return state;
    }

    @Override
    public GridState filesRefreshed(GridEvent.FilesRefreshed event) {
        OpenJob job = state.open(event.job());
        jobs.specify(job, job.spec().withInputs(event.inputs()).kept());
        pool.outdate(job.live());
        state.demand(job);
        return state;
    }

    @Override
    public GridState jobClosed(GridEvent.JobClosed event) {
        state.close(event.job());
        return state;
    }

    @Override
    public GridState jobReopened(GridEvent.JobReopened event) {
        OpenJob job = jobs.open(event.job(), pool.want(Demand.of(event.job().spec())));
        state.opened(job);
        state.touch(job);
        return state;
    }

    @Override
    public GridState jobDeleted(GridEvent.JobDeleted event) {
        JobId id = event.job();
        state.close(id);
        state.keys.values().removeIf(row -> row.job().equals(id));
        return state;
    }

    @Override
    public GridState nodeIntroduced(GridEvent.NodeIntroduced event) {
        state.nextNode = Math.max(state.nextNode, event.node().value() + 1);
        state.parked.remove(event.node());
        GridNode node = state.nodes.get(event.node());
        if (node == null || !node.facts().benchmark().equals(event.facts().benchmark()) || !node.isMember(event.at())) {
            // The mean power of the pool is no longer what it was.
            state.changePool();
        }
        pool.introduced(event);
        return state;
    }

    @Override
    public GridState dutySet(GridEvent.DutySet event) {
        pool.dutySet(event);
        if (event.duty() == Duty.FORGOTTEN) {
            // It no longer counts among the pool.
            state.changePool();
        }
        state.workAppeared |= !state.groups.isEmpty();
        return state;
    }

    @Override
    public GridState recipeRefused(GridEvent.RecipeRefused event) {
        pool.refused(event);
        return state;
    }

    @Override
    public GridState recipeTrusted(GridEvent.RecipeTrusted event) {
        pool.trusted(event);
        return state;
    }

    @Override
    public GridState settingChanged(GridEvent.SettingChanged event) {
        state.settings = state.settings.with(event.name(), event.value());
        state.shares.set(state.settings);
        state.beginRedundancy();
        // Work that had to wait may now be offered.
        state.workAppeared |= event.name().equals(Setting.HALT.word()) && !state.groups.isEmpty();
        return state;
    }

    @Override
    public GridState tokenIssued(GridEvent.TokenIssued event) {
        tokens.issued(event);
        return state;
    }

    @Override
    public GridState tokenRevoked(GridEvent.TokenRevoked event) {
        tokens.revoked(event);
        return state;
    }

    @Override
    public GridState keysExpired(GridEvent.KeysExpired event) {
        state.forgetKeysBefore(event.before());
        return state;
    }

    /** Closed jobs are not in memory. */
    @Override
    public GridState jobRetired(GridEvent.JobRetired event) {
        return state;
    }

    @Override
    public GridState nodeHeard(SoftEvent.NodeHeard event) {
        expect(event.node(), event.at());
        pool.heard(event);
        return state;
    }

    @Override
    public GridState nodeAlive(SoftEvent.NodeAlive event) {
        expect(event.node(), event.at());
        pool.alive(event);
        return state;
    }

    private void expect(NodeId id, Instant at) {
        if (!state.node(id).isMember(at)) {
            // It was away for so long that it counted no longer.
            state.changePool();
        }
    }

    @Override
    public GridState startsTold(SoftEvent.StartsTold event) {
        pool.told(event);
        return state;
    }

    @Override
    public GridState nodeParked(SoftEvent.NodeParked event) {
        GridNode node = state.node(event.node());
        state.parked.put(node.id(), new GridState.Parked(node, event.address(), event.until(), event.since()));
        state.nextReturn = event.until().isBefore(state.nextReturn) ? event.until() : state.nextReturn;
        return state;
    }

    @Override
    public GridState nodeUnparked(SoftEvent.NodeUnparked event) {
        state.parked.remove(event.node());
        return state;
    }

    @Override
    public GridState callsReturned(SoftEvent.CallsReturned event) {
        state.findNextReturn();
        return state;
    }

    @Override
    public GridState nodeWentSilent(SoftEvent.NodeWentSilent event) {
        pool.silent(event);
        return state;
    }

    @Override
    public GridState offerPlanned(SoftEvent.OfferPlanned event) {
        state.offerAt = event.at();
        return state;
    }

    @Override
    public GridState offerMade(SoftEvent.OfferMade event) {
        state.offerAt = null;
        return state;
    }

    @Override
    public GridState workChosen(SoftEvent.WorkChosen event) {
        state.choices.note(event);
        pool.chosen(event);
        if (event.rule() != Rule.COPY) {
            state.groups.type(event.type()).give(event);
        }
        return state;
    }

    @Override
    public GridState turnPassed(SoftEvent.TurnPassed event) {
        state.shares.pass(event.owner());
        return state;
    }

    @Override
    public GridState settled(SoftEvent.Settled event) {
        state.touched.forEach(id -> {
            OpenJob job = state.job(id);
            if (job != null) {
                jobs.settled(job);
            }
        });
        state.touched.clear();
        state.roomier.clear();
        state.workAppeared = false;
        return state;
    }

    @Override
    public GridState dependantsTold(SoftEvent.DependantsTold event) {
        jobs.told(state.open(event.job()));
        return state;
    }

    @Override
    public GridState nodeObserved(GridEvent.NodeObserved event) {
        pool.observed(event);
        return state;
    }

    @Override
    public GridState typeObserved(GridEvent.TypeObserved event) {
        state.groups.believe(event.type(), event.belief());
        return state;
    }

    @Override
    public GridState typeForgotten(GridEvent.TypeForgotten event) {
        state.groups.forget(event.type());
        return state;
    }

    /** Only history keeps it. */
    @Override
    public GridState stayEnded(GridEvent.StayEnded event) {
        return state;
    }

    /** Stays are not in memory. */
    @Override
    public GridState staysFolded(GridEvent.StaysFolded event) {
        return state;
    }

    @Override
    public GridState taskRan(SoftEvent.TaskRan event) {
        OpenJob job = state.job(event.task().job());
        if (job != null) {
            jobs.ran(job, event);
            state.interrupted.add(job.id());
            state.groups.refresh(job);
        }
        return state;
    }

    @Override
    public GridState copiesOffered(SoftEvent.CopiesOffered event) {
        state.copiesOffered = event.at();
        return state;
    }

    @Override
    public GridState surveyed(SoftEvent.Surveyed event) {
        state.survey(event.pool());
        state.nextSurvey = event.next();
        if (event.overtime() != null) {
            state.shares.survey(event.overtime());
        }
        return state;
    }

    @Override
    public GridState runTimesSeen(SoftEvent.RunTimesSeen event) {
        event.open().forEach((type, ran) -> state.groups.type(type).survey(ran, event.usual()));
        return state;
    }

    @Override
    public GridState foreseen(SoftEvent.Foreseen event) {
        state.foresight = event.foresight();
        state.running.expect(event.ends());
        return state;
    }

    @Override
    public GridState coursesSeen(SoftEvent.CoursesSeen event) {
        state.running.watch(event.courses(), event.at());
        return state;
    }

    @Override
    public GridState timeShifted(SoftEvent.TimeShifted event) {
        state.shift(event.by());
        return state;
    }
}
