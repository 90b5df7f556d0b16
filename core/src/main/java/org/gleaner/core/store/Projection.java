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
    /** A step that may fail; the visitor returns it so that the checked exception can pass. */
    private interface Change {
        void run() throws StoreException;
    }

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
                event.accept(rows).run();
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

    private final class Rows implements GridEvent.HardVisitor<Change> {
        @Override
        public Change jobSubmitted(JobSubmitted event) {
            return () -> {
                tables.insertJob(event.job(), event.owner(), event.at(), event.spec(), event.key());
                tables.putPages(event.job(), event.pages());
                if (!event.waiting().isEmpty()) {
                    tables.setStates(event.job(), event.waiting(), TaskState.WAITING);
                }
            };
        }

        @Override
        public Change tasksMoved(TasksMoved event) {
            return () -> tables.setStates(event.job(), event.ordinals(), event.to());
        }

        @Override
        public Change countersReset(CountersReset event) {
            return () -> tables.resetCounters(event.job(), event.ordinals());
        }

        @Override
        public Change attemptAssigned(AttemptAssigned event) {
            return () -> tables.insertAttempt(event.attempt(), event.node(), event.lane(), event.at());
        }

        @Override
        public Change attemptEnded(AttemptEnded event) {
            TaskId task = event.attempt().task();
            return () -> {
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
            };
        }

        @Override
        public Change partialKept(PartialKept event) {
            return () -> tables.putPartials(event.attempt(), event.files(), event.at());
        }

        @Override
        public Change attemptRevived(AttemptRevived event) {
            return () -> {
                tables.reviveAttempt(event.attempt(), event.lane(), event.at());
                tables.putCounters(event.attempt().task(), event.record());
            };
        }

        @Override
        public Change brakeSet(BrakeSet event) {
            return () -> tables.setBrake(event.job(), event.brake());
        }

        @Override
        public Change jobAdjusted(JobAdjusted event) {
            return () -> tables.setTerms(event.job(), event.limits(), event.priority(), event.weight());
        }

        @Override
        public Change filesRefreshed(FilesRefreshed event) {
            return () -> {
                tables.setInputs(event.job(), event.inputs());
                tables.putPages(event.job(), event.pages());
            };
        }

        @Override
        public Change jobClosed(JobClosed event) {
            return () -> tables.closeJob(event.job(), event.tasks(), event.at());
        }

        @Override
        public Change jobReopened(JobReopened event) {
            return () -> tables.reopenJob(event.job());
        }

        @Override
        public Change jobDeleted(JobDeleted event) {
            return () -> tables.deleteJob(event.job());
        }

        @Override
        public Change nodeIntroduced(NodeIntroduced event) {
            return () -> tables.putNode(StoredGrid.NodeRow.of(event));
        }

        @Override
        public Change dutySet(DutySet event) {
            return () -> {
                tables.setDuty(event.node(), event.duty());
                if (event.duty() == Duty.FORGOTTEN) {
                    tables.removeBelief(event.node());
                }
            };
        }

        @Override
        public Change recipeRefused(RecipeRefused event) {
            return () -> tables.putRefusal(event.node(), event.recipe(), event.at());
        }

        @Override
        public Change recipeTrusted(RecipeTrusted event) {
            return () -> tables.removeRefusal(event.node(), event.recipe());
        }

        @Override
        public Change settingChanged(SettingChanged event) {
            return () -> tables.putSetting(event.name(), event.value());
        }

        @Override
        public Change tokenIssued(TokenIssued event) {
            return () -> tables.putToken(event.token());
        }

        @Override
        public Change tokenRevoked(TokenRevoked event) {
            return () -> tables.removeToken(event.hash());
        }

        @Override
        public Change jobRetired(JobRetired event) {
            return () -> tables.retireJob(new ClosedJob(event.job(), event.closed()), event.at(), event.onlyFiles());
        }

        @Override
        public Change nodeObserved(NodeObserved event) {
            return () -> tables.putBelief(event.node(), event.belief());
        }

        @Override
        public Change typeObserved(TypeObserved event) {
            return () -> tables.putBelief(event.type(), event.belief());
        }

        @Override
        public Change typeForgotten(TypeForgotten event) {
            return () -> tables.removeBelief(event.type());
        }

        @Override
        public Change stayEnded(StayEnded event) {
            return () -> tables.insertStay(new PastStay(event.node(), event.from(), event.to()));
        }

        @Override
        public Change staysFolded(StaysFolded event) {
            return () -> tables.foldStays(event.before());
        }

        @Override
        public Change keysExpired(KeysExpired event) {
            return () -> tables.removeKeysBefore(event.before());
        }
    }
}
