package org.gleaner.core.pool;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Halt;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Settings;
import org.gleaner.core.grid.SoftEvent;
import org.gleaner.core.grid.StoredGrid.NodeRow;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Recipe;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Absence;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Duty;
import org.gleaner.core.node.Held;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.node.ProcessorUse;
import org.gleaner.core.observer.NodeBelief;
import org.gleaner.core.scheduling.Rule;
import org.jspecify.annotations.Nullable;

/** A node: what it is, what it was given, and (soft) what it last said. Changed by {@link PoolWriter} alone. */
public final class GridNode {
    private static final int OUTCOMES = 20;
    private static final int ENDED_STAYS = 8;

    /** Nodes that were not seen for so long no longer count among the pool. */
    private static final Duration MEMBERSHIP = Duration.ofDays(30);

    private final ConnectedFleet fleet;
    private final InUse inUse;
    private final Matches matches;
    private NodeRow row;
    private Matches.NodeKind kind;
    private final TreeMap<AttemptId, LiveAttempt> live = new TreeMap<>();
    private final TreeMap<Integer, Reservation> lanes = new TreeMap<>();
    private final TreeMap<Recipe, Instant> refusals = new TreeMap<>();

    private final ArrayDeque<Reply.NodeOutcome> outcomes = new ArrayDeque<>();

    private final Failings failings = new Failings();

    private @Nullable NodeBelief belief;

    /** Soft: stays that have ended, the oldest first. */
    private final ArrayDeque<String> endedStays = new ArrayDeque<>();

    private SoftEvent.@Nullable WorkChosen given;

    private Instant heard;
    /** Whether this run of the server has heard it: what was before is not stored. */
    private boolean heardSinceStart;

    /** Soft: the last one that this run of the server saw. */
    private @Nullable Absence absence;

    private boolean connected;
    /** Soft: its agent was ended and said so. */
    private boolean left;
    /** Soft: when its agent started. */
    private Instant started;

    private long sequence;
    private Map<AttemptId, Held> holds = new LinkedHashMap<>();
    /** In milliseconds. */
    private double benchmark;

    private Capacity offer;
    private boolean offersAll = true;
    /** Soft: share of the machine that others use, as it last said. */
    private double load;

    private @Nullable Double tasksLoad;

    /** Not connected before it is heard. */
    GridNode(NodeRow row, Instant heard, Nodes all, Matches matches) {
        this.row = row;
        this.benchmark = row.facts().benchmark().toMillis();
        this.matches = matches;
        this.kind = matches.kindOf(row.facts(), row.capacity());
        this.heard = heard;
        this.started = row.at();
        this.fleet = all.fleet();
        this.inUse = all.inUse();
        this.offer = row.capacity();
    }

    public NodeId id() {
        return row.node();
    }

    public NodeRow row() {
        return row;
    }

    public Duty duty() {
        return row.duty();
    }

    void setDuty(Duty duty) {
        row = row.with(duty);
        if (duty == Duty.FORGOTTEN) {
            believe(null);
        }
    }

    /** The last ends of attempts here that this run of the server saw, oldest first. */
    public Collection<Reply.NodeOutcome> outcomes() {
        return Collections.unmodifiableCollection(outcomes);
    }

    void remember(GridEvent.AttemptEnded event, TypeKey type) {
        failings.note(event, type);
        if (outcomes.size() == OUTCOMES) {
            outcomes.removeFirst();
        }
        outcomes.addLast(new Reply.NodeOutcome(
                event.attempt(), type.owner(), event.report().outcome(), event.at()));
    }

    /** What fails here. */
    public Failings failings() {
        return failings;
    }

    public NodeBelief belief() {
        NodeBelief known = belief;
        return known == null ? NodeBelief.NEW : known;
    }

    /** What is stored of it; nothing before it was first observed. */
    @Nullable
    public NodeBelief stored() {
        return belief;
    }

    void believe(@Nullable NodeBelief changed) {
        String before = belief().presence().stay();
        belief = changed;
        if (!before.isEmpty() && !before.equals(belief().presence().stay())) {
            if (endedStays.size() == ENDED_STAYS) {
                endedStays.removeFirst();
            }
            endedStays.addLast(before);
        }
    }

    /** Whether another stay came after this one: who still speaks of it was late on the way. */
    public boolean isPast(String stay) {
        return endedStays.contains(stay);
    }

    /** How long it is up, in minutes; of one that is silent, how long it was at least. */
    public double uptime(Instant now) {
        Instant last = heardSinceStart ? heard : row.at();
        return belief().presence().minutes(connected ? now : last);
    }

    public Matches.NodeKind kind() {
        return kind;
    }

    void choose(SoftEvent.WorkChosen event) {
        for (LiveAttempt attempt : live.values()) {
            if (attempt.lane() == event.lane()) {
                attempt.choose(event.rule());
            }
        }
        if (event.rule() != Rule.COPY) {
            given = event;
        }
    }

    /** The last of what was ready that it was given, and why, if this run of the server gave it any. */
    public SoftEvent.@Nullable WorkChosen given() {
        return given;
    }

    public double benchmark() {
        return benchmark;
    }

    public int incarnation() {
        return row.incarnation();
    }

    public NodeFacts facts() {
        return row.facts();
    }

    public Capacity capacity() {
        return row.capacity();
    }

    /** When it was last heard, or when the server started if that was later. */
    public Instant heard() {
        return heard;
    }

    /** When it was last away and came back; null: this run of the server saw none. */
    public @Nullable Absence absence() {
        return absence;
    }

    /** Since when nothing was heard of it; nothing if this run of the server never heard it. */
    @Nullable
    public Duration silence(Instant now) {
        return heardSinceStart ? Duration.between(heard, now) : null;
    }

    /** When it was last there as far as is known, to the day if that was before this run of the server. */
    public Instant seen() {
        Instant noted = belief().presence().seen();
        return heardSinceStart || connected ? heard : noted != null && noted.isAfter(row.at()) ? noted : row.at();
    }

    /** Whether it counts among the pool: not if it was forgotten, or not seen for long. */
    public boolean isMember(Instant now) {
        return duty() != Duty.FORGOTTEN && !seen().isBefore(now.minus(MEMBERSHIP));
    }

    public boolean connected() {
        return connected;
    }

    /** Whether its agent was ended and said so. */
    public boolean hasLeft() {
        return left;
    }

    /** When its agent started; when it introduced itself if this run of the server was not told. */
    public Instant started() {
        return started;
    }

    /** Whether its silence matters: it is connected, or said farewell and has not handed everything back. */
    public boolean isAwaited() {
        return connected || !live.isEmpty();
    }

    /** Share of the machine that others use, 0 to 1, as it last said. */
    public double load() {
        return load;
    }

    /** Who uses its processor, as it last said; nothing if it does not say, or not now. */
    public @Nullable ProcessorUse use() {
        Double ours = tasksLoad;
        return ours == null ? null : new ProcessorUse(load, ours);
    }

    /** How many of its tasks run and do not rest, as it last said. */
    public int running() {
        return (int) live.values().stream()
                .filter(attempt -> attempt.held() == Held.State.RUNNING)
                .count();
    }

    /** Whether any of its tasks rests because somebody needs the machine. */
    public boolean isSuspended() {
        return live.values().stream().anyMatch(attempt -> attempt.held() == Held.State.SUSPENDED);
    }

    public long sequence() {
        return sequence;
    }

    public Map<AttemptId, Held> holds() {
        return Collections.unmodifiableMap(holds);
    }

    public Collection<LiveAttempt> live() {
        return Collections.unmodifiableCollection(live.values());
    }

    @Nullable
    public LiveAttempt live(AttemptId attempt) {
        return live.get(attempt);
    }

    /** What it could not start, and when it last tried. */
    public NavigableMap<Recipe, Instant> refusals() {
        return Collections.unmodifiableNavigableMap(refusals);
    }

    void refuse(Recipe recipe, Instant at) {
        refusals.put(recipe, at);
    }

    void trust(Recipe recipe) {
        refusals.remove(recipe);
    }

    /** An agent introduces itself again when its facts have changed, which is no new start. */
    void introduce(NodeRow introduced, Duration lasted) {
        Instant begun = introduced.at().minus(lasted);
        noteReturn(!connected || begun.isAfter(heard), introduced.at());
        connect(false);
        row = introduced;
        started = begun;
        left = false;
        benchmark = row.facts().benchmark().toMillis();
        matches.release(kind);
        kind = matches.kindOf(row.facts(), row.capacity());
        heard = introduced.at();
        heardSinceStart = true;
        connect(true);
        sequence = 0;
        holds = new LinkedHashMap<>();
        offer = introduced.capacity();
        offersAll = true;
        load = 0;
        tasksLoad = null;
        live.values().forEach(attempt -> attempt.hear(null));
    }

    void hear(SyncReport report, Instant at) {
        alive(at);
        sequence = report.sequence();
        offer = report.farewell() ? Capacity.NOTHING : report.offer();
        offersAll = offer.equals(capacity());
        // It is only the node's word.
        load = Math.max(0, Math.min(1, report.load()));
        tasksLoad = report.tasksLoad();
        holds = new LinkedHashMap<>();
        report.holds().forEach(held -> holds.put(held.attempt(), held));
        Set<Integer> suspended = new HashSet<>();
        for (LiveAttempt attempt : live.values()) {
            Held held = holds.get(attempt.id());
            attempt.hear(held == null ? null : held.state());
            if (attempt.held() == Held.State.SUSPENDED) {
                suspended.add(attempt.lane());
            }
        }
        lanes.replaceAll((lane, held) -> held.heard(suspended.contains(lane), at));
        // Who says farewell is gone at once; whatever else it says later brings it back.
        left = report.farewell();
        connect(!left);
    }

    void alive(Instant at) {
        noteReturn(!connected, at);
        heard = at;
        heardSinceStart = true;
        left = false;
        connect(true);
    }

    private void noteReturn(boolean wasAway, Instant at) {
        if (wasAway && heardSinceStart) {
            absence = new Absence(heard, at);
        }
    }

    /** It was there when the server stopped, and has the time of a silent node to say so again. */
    void presume() {
        connect(true);
    }

    private void connect(boolean now) {
        if (now == connected) {
            return;
        }
        connected = now;
        matches.connect(kind, now);
        if (now) {
            fleet.add(capacity());
        } else {
            fleet.remove(capacity());
        }
    }

    void shift(Duration by) {
        heard = heard.plus(by);
    }

    void silence() {
        connect(false);
        load = 0;
        tasksLoad = null;
        sequence = 0;
        holds = new LinkedHashMap<>();
    }

    void add(LiveAttempt attempt, Requirements needs) {
        live.put(attempt.id(), attempt);
        Reservation lane = lanes.get(attempt.lane());
        if (lane == null) {
            inUse.add(needs.uses());
        }
        lanes.put(attempt.lane(), lane == null ? Reservation.begin(attempt, needs) : lane.withOneMore());
    }

    /** It has ended, so what the node last said of it no longer asks for an order. */
    void remove(AttemptId attempt, Instant at) {
        holds.remove(attempt);
        LiveAttempt gone = live.remove(attempt);
        Reservation lane = gone == null ? null : lanes.get(gone.lane());
        if (gone != null && lane != null) {
            if (lane.attempts() == 1) {
                lanes.remove(gone.lane());
                inUse.remove(lane.needs().uses());
            } else {
                lanes.put(gone.lane(), lane.withOneLess(at));
            }
        }
    }

    /** How long a lane has been held until then by the attempt that is next to end in it. */
    public Duration held(int lane, Instant until) {
        Reservation held = lanes.get(lane);
        return held == null ? Duration.ZERO : held.held(until);
    }

    /**
     * Whether somebody is charged for what an attempt held here that ended so. What a node gives back or loses while
     * none of its last attempts was done is charged to nobody: else one that claims many slots, takes tasks of one
     * owner and gives them back would take that owner's share. What could not be started is charged, as a set-up may
     * run for long and fail by its owner's will; a node that can't start a job gets little more of it.
     */
    public boolean isCharged(Outcome outcome) {
        return switch (outcome) {
            case RETURNED, EVICTED, LOST -> belief().hasDone();
            case DONE, EXITED, NO_OUTPUT, NOT_STARTABLE, STOPPED, TIMED_OUT, OUT_OF_MEMORY, OUT_OF_DISK, INPUT_LOST ->
                true;
        };
    }

    public int freeLane() {
        int lane = 0;
        while (lanes.containsKey(lane)) {
            lane++;
        }
        return lane;
    }

    /** Whether nothing is reserved here. */
    public boolean isEmpty() {
        return lanes.isEmpty();
    }

    /** The slots that a task of these needs takes from others here. */
    public int slotsFor(Requirements needs) {
        return needs.exclusive() ? Math.max(needs.cores(), capacity().slots()) : needs.cores();
    }

    public int slotsUsed() {
        int used = 0;
        for (Reservation lane : lanes.values()) {
            used += slotsFor(lane.needs());
        }
        return used;
    }

    public MemorySize memoryUsed() {
        MemorySize used = MemorySize.ZERO;
        Capacity shared = offered();
        for (Reservation lane : lanes.values()) {
            used = used.plus(shared.memoryFor(lane.needs()));
        }
        return used;
    }

    private MemorySize diskUsed() {
        MemorySize used = MemorySize.ZERO;
        for (Reservation lane : lanes.values()) {
            used = used.plus(Capacity.diskFor(lane.needs()));
        }
        return used;
    }

    /** How many of these its lanes use. */
    public int used(String name) {
        int used = 0;
        for (Reservation lane : lanes.values()) {
            used += lane.needs().uses().of(name);
        }
        return used;
    }

    void tellUse(InUse sum) {
        lanes.values().forEach(lane -> sum.add(lane.needs().uses()));
    }

    /**
     * What it gives now, of which it has handed out some. Tasks that declare no memory share what is offered, not what
     * the machine could give: else a person's open windows would cost slots whose tasks need little.
     */
    public Capacity offered() {
        Capacity most = capacity();
        return offersAll
                ? most
                : new Capacity(
                        Math.min(offer.slots(), most.slots()),
                        offer.memory().atMost(most.memory()),
                        offer.disk().atMost(most.disk()));
    }

    /** What may still be given to it now: what it offers, less what its lanes reserve. */
    public Capacity free() {
        if (lanes.isEmpty() && offersAll) {
            return offer;
        }
        Capacity now = offered();
        int slots = now.slots() - slotsUsed();
        long memory = now.memory().bytes() - memoryUsed().bytes();
        long disk = now.disk().bytes() - diskUsed().bytes();
        return slots <= 0 || memory < 0
                ? Capacity.NOTHING
                : new Capacity(slots, new MemorySize(memory), new MemorySize(Math.max(0, disk)));
    }

    /** Whether it is given work. */
    public boolean isServed(Settings settings) {
        return duty() == Duty.WORKING && settings.halt() == Halt.NONE;
    }

    /** Whether such tasks could run here when all of it is free. */
    public boolean fits(Matches.Wanted wanted, String type) {
        return kind.fits(wanted, type);
    }

    /** Whether it starts nothing because its disk is almost full. */
    public boolean isShortOfDisk() {
        return offer.isWithoutDisk();
    }

    /** Whether a task of these needs could run here if all were free that the node offers at the moment. */
    public boolean offersRoomFor(Requirements needs) {
        return offered().fits(needs);
    }

    /** Whether a task of these needs could run here now. */
    public boolean hasRoomFor(Requirements needs) {
        Capacity free = free();
        return offered().hasRoomFor(needs, free) && (!needs.exclusive() || isEmpty());
    }

    /** Whether it could if more memory were free: other tasks have it. */
    public boolean lacksOnlyMemoryFor(Requirements needs) {
        Capacity free = free();
        return !needs.exclusive()
                && !offered().hasRoomFor(needs, free)
                && offered()
                        .hasRoomFor(needs, new Capacity(free.slots(), offered().memory(), free.disk()));
    }
}
