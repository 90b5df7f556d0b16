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
import org.gleaner.core.scheduling.Course;
import org.gleaner.core.scheduling.Rule;
import org.jspecify.annotations.Nullable;

/** A fact that is known only while the server runs; the store skips it. */
public sealed interface SoftEvent extends GridEvent {
    <R> R accept(Visitor<R> visitor);

    record NodeHeard(NodeId node, SyncReport report, Instant at) implements SoftEvent {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.nodeHeard(this);
        }
    }

    /** The node spoke without saying all that it holds. */
    record NodeAlive(NodeId node, Instant at) implements SoftEvent {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.nodeAlive(this);
        }
    }

    /** Every start that waits was put into a reply to the node. */
    record StartsTold(NodeId node) implements SoftEvent {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.startsTold(this);
        }
    }

    record NodeParked(NodeId node, Address address, Instant since, Instant until) implements SoftEvent {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.nodeParked(this);
        }
    }

    record NodeUnparked(NodeId node) implements SoftEvent {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.nodeUnparked(this);
        }
    }

    /** Calls that were held open long enough were answered: it is to be found out anew when the next one ends. */
    record CallsReturned() implements SoftEvent {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.callsReturned(this);
        }
    }

    record NodeWentSilent(NodeId node) implements SoftEvent {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.nodeWentSilent(this);
        }
    }

    /** Ready work shall be offered to parked nodes at this time. */
    record OfferPlanned(Instant at) implements SoftEvent {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.offerPlanned(this);
        }
    }

    /** The planned offer is being made. */
    record OfferMade() implements SoftEvent {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.offerMade(this);
        }
    }

    /**
     * A node was given work for one of its lanes; follows the assignments.
     *
     * @param by the strategy or, for a copy, the redundancy
     */
    record WorkChosen(NodeId node, int lane, TypeKey type, String by, Rule rule, Instant at) implements SoftEvent {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.workChosen(this);
        }
    }

    /** An owner that had saved up more than a window of turns had nothing for a node that was given work. */
    record TurnPassed(Owner owner) implements SoftEvent {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.turnPassed(this);
        }
    }

    /** Consequences of the changes so far were drawn. */
    record Settled() implements SoftEvent {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.settled(this);
        }
    }

    /** Those that wait for the job were told what became of its tasks. */
    record DependantsTold(JobId job) implements SoftEvent {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.dependantsTold(this);
        }
    }

    /** A task had run for so long, in minutes normalised by speed, when its attempt died with its node. */
    record TaskRan(TaskId task, double minutes) implements SoftEvent {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.taskRan(this);
        }
    }

    /** Nodes that wait are being offered copies of what runs. */
    record CopiesOffered(Instant at) implements SoftEvent {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.copiesOffered(this);
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
        public <R> R accept(Visitor<R> visitor) {
            return visitor.surveyed(this);
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
        public <R> R accept(Visitor<R> visitor) {
            return visitor.runTimesSeen(this);
        }
    }

    /** @param ends when tasks that run are now expected to be done */
    record Foreseen(Foresight foresight, Map<TaskId, Instant> ends) implements SoftEvent {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.foreseen(this);
        }
    }

    /** How tasks that run will probably go on; those that redundancy looks at first. */
    record CoursesSeen(Instant at, Map<TaskId, Course> courses) implements SoftEvent {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.coursesSeen(this);
        }
    }

    record TimeShifted(Duration by) implements SoftEvent {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.timeShifted(this);
        }
    }

    /** One method per event: a forgotten one does not compile. */
    interface Visitor<R> {
        R nodeHeard(NodeHeard event);

        R nodeAlive(NodeAlive event);

        R startsTold(StartsTold event);

        R nodeParked(NodeParked event);

        R callsReturned(CallsReturned event);

        R nodeUnparked(NodeUnparked event);

        R nodeWentSilent(NodeWentSilent event);

        R offerPlanned(OfferPlanned event);

        R offerMade(OfferMade event);

        R workChosen(WorkChosen event);

        R turnPassed(TurnPassed event);

        R settled(Settled event);

        R dependantsTold(DependantsTold event);

        R timeShifted(TimeShifted event);

        R taskRan(TaskRan event);

        R copiesOffered(CopiesOffered event);

        R surveyed(Surveyed event);

        R runTimesSeen(RunTimesSeen event);

        R foreseen(Foreseen event);

        R coursesSeen(CoursesSeen event);
    }
}
