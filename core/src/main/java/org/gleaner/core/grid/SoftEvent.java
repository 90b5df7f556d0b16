package org.gleaner.core.grid;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.observer.Bins;
import org.gleaner.core.observer.WorkSpread;
import org.gleaner.core.scheduling.Market;
import org.gleaner.core.scheduling.Rule;
import org.gleaner.core.scheduling.RunForecast;
import org.jspecify.annotations.Nullable;

/** A fact that is known only while the server runs; the store skips it. */
public sealed interface SoftEvent extends GridEvent {
    void accept(Visitor visitor);

    record NodeHeard(NodeId node, SyncReport report, Instant at) implements SoftEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.nodeHeard(this);
        }
    }

    /** The node spoke without saying all that it holds. */
    record NodeAlive(NodeId node, Instant at) implements SoftEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.nodeAlive(this);
        }
    }

    /** Every start that waits was put into a reply to the node. */
    record StartsTold(NodeId node) implements SoftEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.startsTold(this);
        }
    }

    record NodeParked(NodeId node, Address address, Instant since, Instant until) implements SoftEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.nodeParked(this);
        }
    }

    record NodeUnparked(NodeId node) implements SoftEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.nodeUnparked(this);
        }
    }

    /** Calls that were held open long enough were answered: it is to be found out anew when the next one ends. */
    record CallsReturned() implements SoftEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.callsReturned(this);
        }
    }

    record NodeWentSilent(NodeId node) implements SoftEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.nodeWentSilent(this);
        }
    }

    /** Ready work shall be offered to parked nodes at this time. */
    record OfferPlanned(Instant at) implements SoftEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.offerPlanned(this);
        }
    }

    /** The planned offer is being made. */
    record OfferMade() implements SoftEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.offerMade(this);
        }
    }

    /**
     * A node was given work for one of its lanes; follows the assignments.
     *
     * @param by the strategy or, for a copy, the redundancy
     */
    record WorkChosen(NodeId node, int lane, TypeKey type, String by, Rule rule, Instant at) implements SoftEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.workChosen(this);
        }
    }

    /** An owner that had saved up more than a window of turns had nothing for a node that was given work. */
    record TurnPassed(Owner owner) implements SoftEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.turnPassed(this);
        }
    }

    /** Consequences of the changes so far were drawn. */
    record Settled() implements SoftEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.settled(this);
        }
    }

    /** Those that wait for the job were told what became of its tasks. */
    record DependantsTold(JobId job) implements SoftEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.dependantsTold(this);
        }
    }

    /** A task had run for so long, in minutes normalised by speed, when its attempt died with its node. */
    record TaskRan(TaskId task, double minutes) implements SoftEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.taskRan(this);
        }
    }

    /** Nodes that wait are being offered copies of what runs. */
    record CopiesOffered(Instant at) implements SoftEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.copiesOffered(this);
        }
    }

    /**
     * The whole pool was looked at.
     *
     * @param next when all that runs is due to be looked at again
     * @param overtime core-minutes that what runs has taken beyond the usual, by type; null: nobody looked
     */
    record Surveyed(Survey pool, Instant next, @Nullable Map<TypeKey, Double> overtime) implements SoftEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.surveyed(this);
        }
    }

    /**
     * All that runs was looked at.
     *
     * @param open of each active type how long its open tasks have run at least
     * @param usual how long tasks of the pool take
     */
    record RunTimesSeen(Map<TypeKey, Bins> open, WorkSpread usual) implements SoftEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.runTimesSeen(this);
        }
    }

    /** @param ends when tasks that run are now expected to be done */
    record MarketSeen(Market market, Map<TaskId, Instant> ends) implements SoftEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.marketSeen(this);
        }
    }

    /** How tasks that run will probably go on; those that redundancy looks at first. */
    record ForecastsSeen(Instant at, Map<TaskId, RunForecast> forecasts) implements SoftEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.forecastsSeen(this);
        }
    }

    record TimeShifted(Duration by) implements SoftEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.timeShifted(this);
        }
    }

    /** One method per event: a forgotten one does not compile. */
    interface Visitor {
        void nodeHeard(NodeHeard event);

        void nodeAlive(NodeAlive event);

        void startsTold(StartsTold event);

        void nodeParked(NodeParked event);

        void callsReturned(CallsReturned event);

        void nodeUnparked(NodeUnparked event);

        void nodeWentSilent(NodeWentSilent event);

        void offerPlanned(OfferPlanned event);

        void offerMade(OfferMade event);

        void workChosen(WorkChosen event);

        void turnPassed(TurnPassed event);

        void settled(Settled event);

        void dependantsTold(DependantsTold event);

        void timeShifted(TimeShifted event);

        void taskRan(TaskRan event);

        void copiesOffered(CopiesOffered event);

        void surveyed(Surveyed event);

        void runTimesSeen(RunTimesSeen event);

        void marketSeen(MarketSeen event);

        void forecastsSeen(ForecastsSeen event);
    }
}
