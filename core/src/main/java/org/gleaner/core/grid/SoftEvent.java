package org.gleaner.core.grid;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.observer.Bins;
import org.gleaner.core.observer.WorkSpread;
import org.gleaner.core.scheduling.Market;
import org.gleaner.core.scheduling.NodeReach;
import org.gleaner.core.scheduling.Rule;
import org.gleaner.core.scheduling.RunForecast;
import org.jspecify.annotations.Nullable;

/** A fact that is known only while the server runs; the store skips it. */
public sealed interface SoftEvent extends GridEvent {
    record NodeHeard(NodeId node, SyncReport report, Instant at) implements SoftEvent {}

    /** The node spoke without saying all that it holds. */
    record NodeAlive(NodeId node, Instant at) implements SoftEvent {}

    /** Somebody was heard who may bring more tasks to a growing job. */
    record GrowerHeard(JobId job, Instant at) implements SoftEvent {}

    /** A checkpoint of a problem was not taken, as its files are too much. Until one is, its host makes no units. */
    record HostCramped(JobId job, Rejection.QuotaExceeded why) implements SoftEvent {}

    /** Every start that waits was put into a reply to the node. */
    record StartsTold(NodeId node) implements SoftEvent {}

    record NodeParked(NodeId node, Address address, Instant since, Instant until) implements SoftEvent {}

    record NodeUnparked(NodeId node) implements SoftEvent {}

    /** Calls that were held open long enough were answered: it is to be found out anew when the next one ends. */
    record CallsReturned() implements SoftEvent {}

    record NodeWentSilent(NodeId node) implements SoftEvent {}

    /** Ready work shall be offered to parked nodes at this time. */
    record OfferPlanned(Instant at) implements SoftEvent {}

    /** The planned offer is being made. */
    record OfferMade() implements SoftEvent {}

    /**
     * A node was given work for one of its lanes; follows the assignments.
     *
     * @param by the strategy or, for a copy, the redundancy
     * @param reached how far the node reaches, if that decided
     */
    record WorkChosen(
            NodeId node,
            int lane,
            TypeKey type,
            String by,
            Rule rule,
            @Nullable NodeReach reached,
            Instant at) implements SoftEvent {}

    /** An owner that had saved up more than a window of turns had nothing for a node that was given work. */
    record TurnPassed(Owner owner) implements SoftEvent {}

    /** Consequences of the changes so far were drawn. */
    record Settled() implements SoftEvent {}

    /**
     * Those that wait for the job were told what became of its tasks, or some of them.
     *
     * @param dependants how many heard it now
     * @param last the last one that heard it, as younger ones have not; null: all have
     */
    record DependantsTold(
            JobId job, int dependants, @Nullable JobId last) implements SoftEvent {}

    /** The time has come before which these jobs must not begin. */
    record JobsBegun(List<JobId> jobs) implements SoftEvent {
        public JobsBegun {
            jobs = List.copyOf(jobs);
        }
    }

    /** A task had run for so long, in minutes normalised by speed, when its attempt died with its node. */
    record TaskRan(TaskId task, double minutes) implements SoftEvent {}

    /** Nodes that wait are being offered copies of what runs. */
    record CopiesOffered(Instant at) implements SoftEvent {}

    /**
     * The whole pool was looked at.
     *
     * @param next when all that runs is due to be looked at again
     * @param overtime core-minutes that what runs has taken beyond the usual, by type; null: nobody looked
     */
    record Surveyed(Survey pool, Instant next, @Nullable Map<TypeKey, Double> overtime) implements SoftEvent {}

    /**
     * All that runs was looked at.
     *
     * @param open of each active type how long its open tasks have run at least
     * @param usual how long tasks of the pool take
     */
    record RunTimesSeen(Map<TypeKey, Bins> open, WorkSpread usual) implements SoftEvent {}

    /** @param ends when tasks that run are now expected to be done */
    record MarketSeen(Market market, Map<TaskId, Instant> ends) implements SoftEvent {}

    /** How tasks that run will probably go on; those that redundancy looks at first. */
    record ForecastsSeen(Instant at, Map<TaskId, RunForecast> forecasts) implements SoftEvent {}

    /**
     * Jobs with deadlines were looked at.
     *
     * @param urgent those that have to hurry now, with when each would have to start to be done in time
     * @param calm those that have to no longer
     */
    record UrgencySeen(NavigableMap<JobId, Instant> urgent, List<JobId> calm) implements SoftEvent {
        public UrgencySeen {
            urgent = Collections.unmodifiableNavigableMap(new TreeMap<>(urgent));
            calm = List.copyOf(calm);
        }
    }

    /** The controller tried what might be best, and from now on work is given out as it found. */
    record PolicyTaken(Tryout tryout) implements SoftEvent {}

    record TimeShifted(Duration by) implements SoftEvent {}
}
