package org.gleaner.core.step;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.gleaner.core.access.Tokens;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.OpenLimits;
import org.gleaner.core.grid.Settings;
import org.gleaner.core.grid.SoftEvent;
import org.gleaner.core.grid.StoredBeliefs;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.grid.StoredGrid.RefusalRow;
import org.gleaner.core.grid.Supposition;
import org.gleaner.core.grid.Survey;
import org.gleaner.core.grid.Token;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.image.Imaging;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.observer.NodeBelief;
import org.gleaner.core.observer.WorkSpread;
import org.gleaner.core.open.JobWriter;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.open.OpenJobs;
import org.gleaner.core.open.OpenWork;
import org.gleaner.core.open.TaskTotals;
import org.gleaner.core.placing.Roster;
import org.gleaner.core.placing.Surveying;
import org.gleaner.core.pool.GridNode;
import org.gleaner.core.pool.ParkedCalls;
import org.gleaner.core.pool.PoolWriter;
import org.jspecify.annotations.Nullable;

/**
 * All that the server knows about what is open: its parts put together. Only {@link #apply} changes it, as it alone
 * has their writers. After every batch its hard part, {@link #stored()}, equals what the store would load; the soft
 * part is learnt again.
 *
 * <p>Confined to the thread that runs the {@link BatchStep}.
 */
public final class GridState {
    private final Tokens tokens;
    private final Roster roster;
    private final Imaging imaging;
    private final EventReader reader;

    private GridState(Tokens.Writer tokens, PoolWriter pool, JobWriter jobs, Roster.Writer roster) {
        this.tokens = tokens.tokens();
        this.roster = roster.roster();
        this.imaging = new Imaging(this.roster);
        this.reader = new EventReader(tokens, pool, jobs, roster, imaging);
    }

    public static GridState from(StoredGrid stored, Instant now) {
        return from(stored, now, OpenLimits.DEFAULT);
    }

    /** Nodes with live attempts count as just heard: a restart of the server makes no node look dead. */
    public static GridState from(StoredGrid stored, Instant now, OpenLimits limits) {
        return load(stored, now, limits, null);
    }

    /** As somebody supposes it who looks ahead. */
    public static GridState supposed(StoredGrid stored, Instant now, Supposition supposition) {
        GridState state = load(stored, now, OpenLimits.DEFAULT, supposition);
        state.apply(new Surveying(state.roster, now).runTimes(state.roster.survey()));
        return state;
    }

    private static GridState load(
            StoredGrid stored, Instant now, OpenLimits limits, @Nullable Supposition supposition) {
        PoolWriter pool = PoolWriter.load(stored, now);
        JobWriter jobs = JobWriter.load(stored, now, limits, pool::want);
        for (OpenJob job : jobs.jobs().all().values()) {
            job.live().forEach(attempt -> pool.add(attempt, job.spec().needs()));
        }
        pool.presume();
        if (supposition != null) {
            supposition.lots().forEach(jobs::lot);
        }
        Roster.Writer roster = Roster.load(pool.nodes(), jobs.jobs(), stored, supposition != null, now);
        GridState state = new GridState(Tokens.load(stored.tokens()), pool, jobs, roster);
        if (supposition != null) {
            supposition.longer().forEach(roster::turnOut);
            roster.serve(supposition.served());
            supposition.ran().forEach((task, minutes) -> state.apply(new SoftEvent.TaskRan(task, minutes)));
        }
        return state;
    }

    /** The hard part, in the shape in which a store loads it. */
    public StoredGrid stored() {
        OpenJobs jobs = roster.jobs();
        List<RefusalRow> refusals = new ArrayList<>();
        TreeMap<NodeId, NodeBelief> beliefs = new TreeMap<>();
        for (GridNode node : roster.nodes().values()) {
            node.refusals().forEach((type, at) -> refusals.add(new RefusalRow(node.id(), type, at)));
            NodeBelief belief = node.stored();
            if (belief != null) {
                beliefs.put(node.id(), belief);
            }
        }
        return new StoredGrid(
                jobs.next().value(),
                roster.nodes().next().value(),
                jobs.all().values().stream().map(OpenJob::stored).toList(),
                roster.nodes().values().stream().map(GridNode::row).toList(),
                refusals,
                List.copyOf(tokens.all()),
                jobs.keys(),
                roster.settings().changed(),
                new StoredBeliefs(beliefs, roster.groups().beliefs()));
    }

    /** How what is kept for speed differs from what it is kept of; for simulations, as it looks at all that runs. */
    public Optional<String> fault() {
        return roster.fault().or(this::countingFault);
    }

    private Optional<String> countingFault() {
        TaskCounts kept = roster.jobs().totals().counts();
        TaskCounts counted = TaskTotals.of(roster.jobs().all().values());
        JobId first = roster.groups().oldestReady();
        JobId oldest = null;
        for (OpenJob job : roster.jobs().all().values()) {
            oldest = oldest == null && job.states().count(TaskState.READY) > 0 ? job.id() : oldest;
        }
        return counted.equals(kept) && Objects.equals(oldest, first)
                ? ownersFault()
                : Optional.of("counts: " + kept + ", not " + counted + "; oldest: " + first + ", not " + oldest);
    }

    private Optional<String> ownersFault() {
        OpenWork work = roster.jobs().work();
        for (Owner owner : work.owners()) {
            TaskCounts counted = TaskTotals.of(work.of(owner).values());
            if (!counted.equals(work.tasks(owner))) {
                return Optional.of("counts of " + owner + ": " + work.tasks(owner) + ", not " + counted);
            }
        }
        return Optional.empty();
    }

    /** Growing jobs whose tasks are units of a problem. */
    public List<JobId> hosted() {
        return roster.jobs().all().values().stream()
                .filter(job -> job.isGrowing() && job.spec().hosting() != null)
                .map(OpenJob::id)
                .toList();
    }

    public Collection<Token> tokens() {
        return tokens.all();
    }

    Tokens access() {
        return tokens;
    }

    /** Nodes, open jobs and settings, and what is kept to place work. */
    Roster roster() {
        return roster;
    }

    public Settings settings() {
        return roster.settings();
    }

    /** What is known of the whole pool, as of when it was last looked at. */
    public Survey survey() {
        return roster.survey();
    }

    /** How long tasks of a type take. */
    public WorkSpread work(TypeKey type) {
        return roster.groups().work(type);
    }

    /** The same for tasks of which their owner said how many minutes they take; none of the type was done. */
    public WorkSpread work(TypeKey type, double said) {
        return roster.groups().work(type, said);
    }

    /** Makes images of what is durable: to be asked only after a batch that was written. */
    public Imaging imaging() {
        return imaging;
    }

    void apply(GridEvent event) {
        reader.read(event);
    }

    /** Whether something changed since consequences were last drawn that may have some. */
    boolean hasConsequences() {
        return !roster.jobs().touched().isEmpty() || roster.hasWorkAppeared();
    }

    /** Whether jobs have news for others that wait for them, who may hear them in a later batch. */
    boolean hasUntold() {
        return !roster.jobs().untold().isEmpty();
    }

    /** When waiting nodes shall be offered work by the next tick; null if that is not planned. */
    public @Nullable Instant offerAt() {
        return roster.offerAt();
    }

    /** Addresses of all calls that are held open. */
    List<Address> parkedAddresses() {
        return roster.nodes().parked().all().stream()
                .map(ParkedCalls.Call::address)
                .toList();
    }
}
