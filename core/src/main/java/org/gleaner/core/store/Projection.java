package org.gleaner.core.store;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.GridEvent.AttemptAssigned;
import org.gleaner.core.grid.GridEvent.AttemptEnded;
import org.gleaner.core.grid.GridEvent.AttemptRevived;
import org.gleaner.core.grid.GridEvent.BrakeSet;
import org.gleaner.core.grid.GridEvent.CountersReset;
import org.gleaner.core.grid.GridEvent.DutySet;
import org.gleaner.core.grid.GridEvent.FilesRefreshed;
import org.gleaner.core.grid.GridEvent.JobAdjusted;
import org.gleaner.core.grid.GridEvent.JobClosed;
import org.gleaner.core.grid.GridEvent.JobDeleted;
import org.gleaner.core.grid.GridEvent.JobReopened;
import org.gleaner.core.grid.GridEvent.JobRetired;
import org.gleaner.core.grid.GridEvent.JobSubmitted;
import org.gleaner.core.grid.GridEvent.KeysExpired;
import org.gleaner.core.grid.GridEvent.NodeIntroduced;
import org.gleaner.core.grid.GridEvent.NodeObserved;
import org.gleaner.core.grid.GridEvent.PartialKept;
import org.gleaner.core.grid.GridEvent.RecipeRefused;
import org.gleaner.core.grid.GridEvent.RecipeTrusted;
import org.gleaner.core.grid.GridEvent.SettingChanged;
import org.gleaner.core.grid.GridEvent.StayEnded;
import org.gleaner.core.grid.GridEvent.StaysFolded;
import org.gleaner.core.grid.GridEvent.TasksMoved;
import org.gleaner.core.grid.GridEvent.TokenIssued;
import org.gleaner.core.grid.GridEvent.TokenRevoked;
import org.gleaner.core.grid.GridEvent.TypeForgotten;
import org.gleaner.core.grid.GridEvent.TypeObserved;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.ClosedJob;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.node.Duty;
import org.jspecify.annotations.Nullable;

/** The second reader of every hard event: turns it into rows. It sets what the event says and decides nothing. */
public final class Projection {
    private final Tables tables;
    private final Rows rows = new Rows();

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
                event.accept(rows);
            }
        }
    }

    /** Whom a belief is about. A batch may hold thousands, one per attempt that ended; each replaces the others. */
    private static @Nullable Object observed(GridEvent.Hard event) {
        if (event instanceof NodeObserved observed) {
            return observed.node();
        }
        return event instanceof TypeObserved observed ? observed.type() : null;
    }

    private final class Rows implements GridEvent.HardVisitor<StoreException> {
        @Override
        public void jobSubmitted(JobSubmitted event) throws StoreException {
            tables.insertJob(event.job(), event.owner(), event.at(), event.spec(), event.key());
            tables.putPages(event.job(), event.pages());
            if (!event.waiting().isEmpty()) {
                tables.setStates(event.job(), event.waiting(), TaskState.WAITING);
            }
        }

        @Override
        public void tasksMoved(TasksMoved event) throws StoreException {
            tables.setStates(event.job(), event.ordinals(), event.to());
        }

        @Override
        public void countersReset(CountersReset event) throws StoreException {
            tables.resetCounters(event.job(), event.ordinals());
        }

        @Override
        public void attemptAssigned(AttemptAssigned event) throws StoreException {
            tables.insertAttempt(event.attempt(), event.node(), event.lane(), event.at());
        }

        @Override
        public void attemptEnded(AttemptEnded event) throws StoreException {
            TaskId task = event.attempt().task();
            tables.endAttempt(event.report(), event.at());
            // READY and RUNNING are what the store holds already: a task that runs is stored as where it returns
            // to.
            if (event.then() != TaskState.READY && event.then() != TaskState.RUNNING) {
                tables.setStates(task.job(), Ordinals.one(task.ordinal()), event.then());
            }
            if (event.then() == TaskState.DONE) {
                tables.removePartials(task);
            } else {
                tables.putCounters(task, event.record());
            }
        }

        @Override
        public void partialKept(PartialKept event) throws StoreException {
            tables.putPartials(event.attempt(), event.files(), event.at());
        }

        @Override
        public void attemptRevived(AttemptRevived event) throws StoreException {
            tables.reviveAttempt(event.attempt(), event.lane(), event.at());
            tables.putCounters(event.attempt().task(), event.record());
        }

        @Override
        public void brakeSet(BrakeSet event) throws StoreException {
            tables.setBrake(event.job(), event.brake());
        }

        @Override
        public void jobAdjusted(JobAdjusted event) throws StoreException {
            tables.setTerms(event.job(), event.limits(), event.priority(), event.weight());
        }

        @Override
        public void filesRefreshed(FilesRefreshed event) throws StoreException {
            tables.setInputs(event.job(), event.inputs());
            tables.putPages(event.job(), event.pages());
        }

        @Override
        public void jobClosed(JobClosed event) throws StoreException {
            tables.closeJob(event.job(), event.tasks(), event.at());
        }

        @Override
        public void jobReopened(JobReopened event) throws StoreException {
            tables.reopenJob(event.job());
        }

        @Override
        public void jobDeleted(JobDeleted event) throws StoreException {
            tables.deleteJob(event.job());
        }

        @Override
        public void nodeIntroduced(NodeIntroduced event) throws StoreException {
            tables.putNode(StoredGrid.NodeRow.of(event));
        }

        @Override
        public void dutySet(DutySet event) throws StoreException {
            tables.setDuty(event.node(), event.duty());
            if (event.duty() == Duty.FORGOTTEN) {
                tables.removeBelief(event.node());
            }
        }

        @Override
        public void recipeRefused(RecipeRefused event) throws StoreException {
            tables.putRefusal(event.node(), event.recipe(), event.at());
        }

        @Override
        public void recipeTrusted(RecipeTrusted event) throws StoreException {
            tables.removeRefusal(event.node(), event.recipe());
        }

        @Override
        public void settingChanged(SettingChanged event) throws StoreException {
            tables.putSetting(event.name(), event.value());
        }

        @Override
        public void tokenIssued(TokenIssued event) throws StoreException {
            tables.putToken(event.token());
        }

        @Override
        public void tokenRevoked(TokenRevoked event) throws StoreException {
            tables.removeToken(event.hash());
        }

        @Override
        public void jobRetired(JobRetired event) throws StoreException {
            tables.retireJob(new ClosedJob(event.job(), event.closed()), event.at(), event.onlyFiles());
        }

        @Override
        public void nodeObserved(NodeObserved event) throws StoreException {
            tables.putBelief(event.node(), event.belief());
        }

        @Override
        public void typeObserved(TypeObserved event) throws StoreException {
            tables.putBelief(event.type(), event.belief());
        }

        @Override
        public void typeForgotten(TypeForgotten event) throws StoreException {
            tables.removeBelief(event.type());
        }

        @Override
        public void stayEnded(StayEnded event) throws StoreException {
            tables.insertStay(new PastStay(event.node(), event.from(), event.to()));
        }

        @Override
        public void staysFolded(StaysFolded event) throws StoreException {
            tables.foldStays(event.before());
        }

        @Override
        public void keysExpired(KeysExpired event) throws StoreException {
            tables.removeKeysBefore(event.before());
        }
    }
}
