package org.gleaner.core.step;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.core.access.Tokens;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Foresight;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Halt;
import org.gleaner.core.grid.OpenLimits;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.Settings;
import org.gleaner.core.grid.SoftEvent;
import org.gleaner.core.grid.StoredBeliefs;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.grid.StoredGrid.KeyRow;
import org.gleaner.core.grid.StoredGrid.RefusalRow;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.grid.SubmissionKey;
import org.gleaner.core.grid.Survey;
import org.gleaner.core.grid.Token;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.node.Demand;
import org.gleaner.core.node.Duty;
import org.gleaner.core.observer.NodeBelief;
import org.gleaner.core.open.Dependants;
import org.gleaner.core.open.JobWriter;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.open.OpenWork;
import org.gleaner.core.open.TaskTotals;
import org.gleaner.core.pool.ConnectedFleet;
import org.gleaner.core.pool.GridNode;
import org.gleaner.core.pool.LiveAttempt;
import org.gleaner.core.pool.Nodes;
import org.gleaner.core.pool.PoolWriter;
import org.gleaner.core.scheduling.Redundancies;
import org.gleaner.core.scheduling.Redundancy;
import org.jspecify.annotations.Nullable;

/**
 * All that the server knows about what is open. Only {@link #apply} changes it. After every batch its hard part,
 * {@link #stored()}, equals what the store would load; the soft part is learnt again.
 *
 * <p>Confined to the thread that runs the {@link BatchStep}.
 */
public final class GridState {
    /** A sync that is held open. */
    record Parked(GridNode node, Address address, Instant until, Instant since) {}

    private static final Duration COPIES_TIME = Duration.ofMinutes(5);

    private final JobWriter writer;
    final NavigableMap<JobId, OpenJob> jobs;
    private final PoolWriter pool;
    final Nodes nodes;
    private final Tokens tokens;
    final LinkedHashMap<String, KeyRow> keys = new LinkedHashMap<>();
    Settings settings;
    long nextJob;
    long nextNode;

    final ConnectedFleet fleet;
    final Dependants dependants;
    final Shares shares;
    final ReadyGroups groups;
    /** Who waits longest comes first. */
    final LinkedHashMap<NodeId, Parked> parked = new LinkedHashMap<>();

    final TreeSet<JobId> touched = new TreeSet<>();
    /** Soft: since consequences were last drawn there is more to be offered. */
    boolean workAppeared;

    /** Soft: nodes whose calls are held open and that have more room since then. */
    final TreeSet<NodeId> roomier = new TreeSet<>();

    /** Soft: no key is older than this. */
    Instant oldestKey = Instant.MAX;

    /** Soft: no call that is held open ends by itself before this. */
    Instant nextReturn = Instant.MAX;

    @Nullable
    Instant offerAt;

    final RunningTasks running = new RunningTasks();
    final Choices choices = new Choices();

    /** Soft: when the pool is due to be looked at again. */
    Instant nextSurvey = Instant.MIN;

    private Survey survey = Survey.NONE;
    private boolean poolChanged;

    /** Soft: for strategies that look ahead, as of the last survey. */
    Foresight foresight = Foresight.NONE;

    /** Soft: open jobs with tasks that were lost. */
    final TreeSet<JobId> interrupted = new TreeSet<>();

    /** Soft: when waiting nodes were last offered copies. */
    @Nullable
    Instant copiesOffered;

    /** Soft: whether jobs keep coming. */
    final Arrivals arrivals = new Arrivals();

    private final EventReader reader;

    final OpenWork openWork;
    final TaskTotals totals;

    private GridState(Settings settings, JobWriter writer, Tokens.Writer tokens, PoolWriter pool) {
        this.settings = settings;
        this.tokens = tokens.tokens();
        this.pool = pool;
        this.nodes = pool.nodes();
        this.fleet = pool.fleet();
        this.shares = new Shares(fleet::slots);
        this.groups = new ReadyGroups(shares);
        this.reader = new EventReader(this, tokens, pool, writer);
        this.writer = writer;
        this.jobs = writer.jobs();
        this.dependants = writer.dependants();
        this.totals = writer.totals();
        this.openWork = writer.work();
    }

    public static GridState from(StoredGrid stored, Instant now) {
        return from(stored, now, OpenLimits.DEFAULT);
    }

    /** Nodes with live attempts count as just heard: a restart of the server makes no node look dead. */
    public static GridState from(StoredGrid stored, Instant now, OpenLimits limits) {
        GridState state = new GridState(
                Settings.of(stored.settings()),
                JobWriter.begin(limits),
                Tokens.load(stored.tokens()),
                PoolWriter.load(stored, now));
        state.nextJob = stored.nextJob();
        state.nextNode = stored.nextNode();
        stored.keys().forEach(state::remember);
        stored.beliefs().types().forEach(state.groups::believe);
        for (StoredJob row : stored.jobs()) {
            state.opened(state.writer.open(row, state.pool.want(Demand.of(row.spec()))));
        }
        state.pool.presume();
        state.shares.begin(state.settings);
        state.survey = Surveying.pool(state, now);
        state.beginRedundancy();
        return state;
    }

    /** The hard part, in the shape in which a store loads it. */
    public StoredGrid stored() {
        List<RefusalRow> refusals = new ArrayList<>();
        for (GridNode node : nodes.values()) {
            node.refusals().forEach((type, at) -> refusals.add(new RefusalRow(node.id(), type, at)));
        }
        return new StoredGrid(
                nextJob,
                nextNode,
                jobs.values().stream().map(OpenJob::stored).toList(),
                nodes.values().stream().map(GridNode::row).toList(),
                refusals,
                List.copyOf(tokens.all()),
                List.copyOf(keys.values()),
                settings.changed(),
                beliefs());
    }

    private StoredBeliefs beliefs() {
        TreeMap<NodeId, NodeBelief> ofNodes = new TreeMap<>();
        for (GridNode node : nodes.values()) {
            NodeBelief belief = node.stored();
            if (belief != null) {
                ofNodes.put(node.id(), belief);
            }
        }
        return new StoredBeliefs(ofNodes, groups.beliefs());
    }

    /** How what is kept for speed differs from what it is kept of; for simulations, as it looks at all that runs. */
    public Optional<String> fault() {
        return groups.fault().or(() -> running.fault(this)).or(this::countingFault);
    }

    private Optional<String> countingFault() {
        TaskCounts counted = TaskTotals.of(jobs.values());
        JobId oldest = null;
        for (OpenJob job : jobs.values()) {
            oldest = oldest == null && job.states().count(TaskState.READY) > 0 ? job.id() : oldest;
        }
        return counted.equals(totals.counts()) && Objects.equals(oldest, groups.oldestReady())
                ? Optional.empty()
                : Optional.of("counts: " + totals.counts() + ", not " + counted + "; oldest: " + groups.oldestReady()
                        + ", not " + oldest);
    }

    public Collection<Token> tokens() {
        return tokens.all();
    }

    Tokens access() {
        return tokens;
    }

    public Settings settings() {
        return settings;
    }

    void apply(GridEvent event) {
        if (event instanceof GridEvent.Hard hard) {
            hard.accept(reader);
        } else {
            ((SoftEvent) event).accept(reader);
        }
    }

    /** What is known of the whole pool, as of when it was last looked at. */
    Survey survey() {
        return survey;
    }

    void survey(Survey seen) {
        survey = seen;
        poolChanged = false;
    }

    /** Who belongs to the pool, or how fast a node is, has changed since it was last looked at. */
    boolean isPoolChanged() {
        return poolChanged;
    }

    void changePool() {
        poolChanged = true;
    }

    /** Whether waiting nodes shall be asked again for copies: not so often where each asking is worked out. */
    boolean copiesAreDue(Instant now) {
        Instant last = copiesOffered;
        return !running.isEmpty()
                && (last == null || !running.redundancy().looksAhead() || !now.isBefore(last.plus(COPIES_TIME)));
    }

    /** Takes the redundancy that is set, if it changed. */
    void beginRedundancy() {
        Redundancy wanted = Redundancies.named(settings.text(Setting.REDUNDANCY));
        if (wanted != running.redundancy()) {
            running.begin(wanted, this);
        }
    }

    /** Whether something changed since consequences were last drawn that may have some. */
    boolean hasConsequences() {
        return !touched.isEmpty() || workAppeared;
    }

    /** When waiting nodes shall be offered work by the next {@link Command.Tick}; null if that is not planned. */
    public @Nullable Instant offerAt() {
        return offerAt;
    }

    void findNextReturn() {
        nextReturn = Instant.MAX;
        for (Parked call : parked.values()) {
            nextReturn = call.until().isBefore(nextReturn) ? call.until() : nextReturn;
        }
    }

    void remember(KeyRow row) {
        keys.put(keyOf(row.key()), row);
        oldestKey = row.at().isBefore(oldestKey) ? row.at() : oldestKey;
    }

    void forgetKeysBefore(Instant limit) {
        keys.values().removeIf(row -> row.at().isBefore(limit));
        oldestKey = keys.values().stream()
                .map(KeyRow::at)
                .min(Comparator.naturalOrder())
                .orElse(Instant.MAX);
    }

    static String keyOf(SubmissionKey key) {
        return key.owner().name() + '\n' + key.key();
    }

    @Nullable
    KeyRow key(SubmissionKey key) {
        return keys.get(keyOf(key));
    }

    @Nullable
    OpenJob job(JobId id) {
        return jobs.get(id);
    }

    /** The job, which must be open. */
    OpenJob open(JobId id) {
        return Objects.requireNonNull(jobs.get(id), () -> "job " + id + " is not open");
    }

    /** The node, which must be known. */
    GridNode node(NodeId id) {
        return Objects.requireNonNull(nodes.get(id), () -> "node " + id + " is not known");
    }

    /** The node, unless it never came or was forgotten. */
    @Nullable
    GridNode known(NodeId id) {
        GridNode node = nodes.get(id);
        return node == null || node.duty() == Duty.FORGOTTEN ? null : node;
    }

    /** Whether this node is given work. */
    boolean serves(GridNode node) {
        return node.duty() == Duty.WORKING && settings.halt() == Halt.NONE;
    }

    /** What lies ahead was written before the clock was set back, and nobody should wait until it comes round. */
    boolean isRecent(Instant at, Setting span, Instant now) {
        return !at.isAfter(now) && now.isBefore(at.plus(settings.duration(span)));
    }

    /** A job, new or loaded, is among the open ones. */
    void opened(OpenJob job) {
        for (LiveAttempt attempt : job.live()) {
            pool.add(attempt, job.spec().needs());
        }
        workAppeared |= groups.refresh(job);
    }

    /** Other files may make other nodes fit. */
    void demand(OpenJob job) {
        Demand now = Demand.of(job.spec());
        if (!now.equals(job.wanted().demand())) {
            groups.demand(job, () -> {
                pool.release(job.wanted());
                writer.want(job, pool.want(now));
            });
        }
    }

    void close(JobId id) {
        OpenJob job = writer.close(id);
        if (job != null) {
            groups.remove(job);
            running.remove(job);
            interrupted.remove(id);
            pool.release(job.wanted());
        }
        touched.remove(id);
    }

    /** Notes that a job changed, so that its consequences are drawn and its group is right. */
    void touch(OpenJob job) {
        workAppeared |= groups.refresh(job);
        touched.add(job.id());
    }

    /** A node whose call is held open may take more. */
    void makeRoom(NodeId node) {
        if (parked.containsKey(node)) {
            roomier.add(node);
        }
    }

    void shift(Duration by) {
        pool.shift(by);
        parked.replaceAll((node, call) ->
                new Parked(call.node(), call.address(), call.until().plus(by), call.since()));
        if (offerAt != null) {
            offerAt = offerAt.plus(by);
        }
    }

    /** Addresses of all calls that are held open. */
    List<Address> parkedAddresses() {
        return parked.values().stream().map(Parked::address).toList();
    }

    /** Open jobs that a caller may see. */
    NavigableMap<JobId, OpenJob> jobsOf(Caller caller) {
        return caller.admin() ? jobs : openWork.of(caller.owner());
    }
}
