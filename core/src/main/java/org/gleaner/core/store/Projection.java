package org.gleaner.core.store;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.grid.SubmissionKey;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.ClosedJob;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.kind.Steps;
import org.gleaner.core.node.Duty;
import org.jspecify.annotations.Nullable;

/** The second reader of every hard event: turns it into rows. It sets what the event says and decides nothing. */
public final class Projection {
    private static final Steps<Tables, GridEvent.Hard, StoreException> ROWS = new Steps<
                    Tables, GridEvent.Hard, StoreException>(GridEvent.Hard.class)
            .on(GridEvent.JobSubmitted.class, Projection::jobSubmitted)
            .on(GridEvent.TasksAdded.class, Projection::tasksAdded)
            .on(GridEvent.JobSealed.class, (tables, event) -> tables.setTerms(event.job(), JobSpec::asSealed))
            .on(GridEvent.HostSaved.class, (tables, event) -> tables.setHosting(event.job(), event.hosting()))
            .on(
                    GridEvent.TasksMoved.class,
                    (tables, event) -> tables.setStates(event.job(), event.ordinals(), event.to()))
            .on(GridEvent.CountersReset.class, (tables, event) -> tables.resetCounters(event.job(), event.ordinals()))
            .on(
                    GridEvent.AttemptAssigned.class,
                    (tables, event) -> tables.insertAttempt(event.attempt(), event.node(), event.lane(), event.at()))
            .on(GridEvent.AttemptEnded.class, Projection::attemptEnded)
            .on(GridEvent.PartialKept.class, Projection::partialKept)
            .on(
                    GridEvent.AttemptResumed.class,
                    (tables, event) -> tables.resumeAttempt(event.attempt(), event.resumption()))
            .on(GridEvent.AttemptRevived.class, Projection::attemptRevived)
            .on(GridEvent.BrakeSet.class, (tables, event) -> tables.setBrake(event.job(), event.brake()))
            .on(GridEvent.JobAdjusted.class, (tables, event) -> tables.setTerms(event.job(), event::of))
            .on(GridEvent.DeadlineHopeless.class, (tables, event) -> tables.setTerms(event.job(), event::of))
            .on(GridEvent.FilesRefreshed.class, Projection::filesRefreshed)
            .on(GridEvent.FilesTaken.class, (tables, event) -> tables.addInputs(event.job(), event.files()))
            .on(GridEvent.JobClosed.class, (tables, event) -> tables.closeJob(event.job(), event.tasks(), event.at()))
            .on(GridEvent.JobReopened.class, (tables, event) -> tables.reopenJob(event.job()))
            .on(GridEvent.JobDeleted.class, (tables, event) -> tables.deleteJob(event.job()))
            .on(GridEvent.NodeIntroduced.class, (tables, event) -> tables.putNode(StoredGrid.NodeRow.of(event)))
            .on(GridEvent.DutySet.class, Projection::dutySet)
            .on(
                    GridEvent.RecipeRefused.class,
                    (tables, event) -> tables.putRefusal(event.node(), event.recipe(), event.at()))
            .on(GridEvent.RecipeTrusted.class, (tables, event) -> tables.removeRefusal(event.node(), event.recipe()))
            .on(GridEvent.SettingChanged.class, (tables, event) -> tables.putSetting(event.name(), event.value()))
            .on(GridEvent.TokenIssued.class, (tables, event) -> tables.putToken(event.token()))
            .on(GridEvent.TokenRevoked.class, (tables, event) -> tables.removeToken(event.hash()))
            .on(
                    GridEvent.JobRetired.class,
                    (tables, event) -> tables.retireJob(
                            new ClosedJob(event.job(), event.owner(), event.closed()), event.at(), event.onlyFiles()))
            .on(
                    GridEvent.NodeObserved.class,
                    (tables, event) -> tables.beliefs().put(event.node(), event.belief()))
            .on(
                    GridEvent.TypeObserved.class,
                    (tables, event) -> tables.beliefs().put(event.type(), event.belief()))
            .on(
                    GridEvent.TypeForgotten.class,
                    (tables, event) -> tables.beliefs().remove(event.type()))
            .on(
                    GridEvent.StayEnded.class,
                    (tables, event) -> tables.beliefs().insert(new PastStay(event.node(), event.from(), event.to())))
            .on(GridEvent.StaysFolded.class, (tables, event) -> tables.beliefs().foldStays(event.before()))
            .on(GridEvent.KeysExpired.class, (tables, event) -> tables.removeKeysBefore(event.before()))
            .complete();

    private final Tables tables;

    public Projection(Tables tables) {
        this.tables = tables;
    }

    public void project(List<GridEvent.Hard> events) throws StoreException {
        Map<Object, GridEvent.Hard> youngest = new HashMap<>();
        for (GridEvent.Hard event : events) {
            Object observed = observed(event);
            if (observed != null) {
                youngest.put(observed, event);
            }
        }
        for (GridEvent.Hard event : events) {
            Object observed = observed(event);
            if (observed == null || youngest.get(observed) == event) {
                ROWS.take(tables, event);
            }
        }
    }

    /** Whom a belief is about. A batch may hold thousands, one per attempt that ended; each replaces the others. */
    private static @Nullable Object observed(GridEvent.Hard event) {
        if (event instanceof GridEvent.NodeObserved observed) {
            return observed.node();
        }
        return event instanceof GridEvent.TypeObserved observed ? observed.type() : null;
    }

    private static void jobSubmitted(Tables tables, GridEvent.JobSubmitted event) throws StoreException {
        tables.insertJob(event.job(), event.owner(), event.at(), event.spec(), event.key());
        tables.putPages(event.job(), event.pages());
        if (!event.waiting().isEmpty()) {
            tables.setStates(event.job(), event.waiting(), TaskState.WAITING);
        }
    }

    private static void tasksAdded(Tables tables, GridEvent.TasksAdded event) throws StoreException {
        tables.addTasks(event.job(), event.first(), event.entries());
        if (event.state() != TaskState.READY) {
            tables.setStates(event.job(), event.ordinals(), event.state());
        }
        SubmissionKey key = event.key();
        if (key != null) {
            tables.putKey(new StoredGrid.KeyRow(key, event.job(), event.first(), event.at()));
        }
    }

    private static void attemptEnded(Tables tables, GridEvent.AttemptEnded event) throws StoreException {
        TaskId task = event.attempt().task();
        tables.endAttempt(event.report(), event.at());
        // READY and RUNNING are what the store holds already: a task that runs is stored as where it returns to.
        if (event.then() != TaskState.READY && event.then() != TaskState.RUNNING) {
            tables.setStates(task.job(), Ordinals.one(task.ordinal()), event.then());
        }
        if (event.then() == TaskState.DONE) {
            tables.removePartials(task);
        } else {
            tables.putCounters(task, event.record());
        }
    }

    private static void partialKept(Tables tables, GridEvent.PartialKept event) throws StoreException {
        tables.removePartials(event.attempt(), event.gone());
        tables.putPartials(event.attempt(), event.files(), event.at());
    }

    private static void attemptRevived(Tables tables, GridEvent.AttemptRevived event) throws StoreException {
        tables.reviveAttempt(event.attempt(), event.lane(), event.at());
        tables.putCounters(event.attempt().task(), event.record());
    }

    private static void filesRefreshed(Tables tables, GridEvent.FilesRefreshed event) throws StoreException {
        tables.setInputs(event.job(), event.inputs());
        tables.putPages(event.job(), event.pages());
    }

    private static void dutySet(Tables tables, GridEvent.DutySet event) throws StoreException {
        tables.setDuty(event.node(), event.duty());
        if (event.duty() == Duty.FORGOTTEN) {
            tables.beliefs().remove(event.node());
        }
    }
}
