package org.gleaner.core.agent;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.JobWeight;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.message.Start;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Held;
import org.jspecify.annotations.Nullable;

/**
 * All attempts that the agent has, in the order in which they came, and the ids of those it had. Confined to
 * {@link AgentLogic}.
 */
final class Holdings {
    /** Lists up to this are not worth a look. */
    private static final long SHORT_LISTS = 64 << 10;
    /** A quarter of the memory that an agent may have: what is just being read, placed or cached needs some too. */
    private static final long MOST_LISTS = 4 * JobWeight.FILES_LIMIT;

    private final int remembered;
    private final Map<AttemptId, Holding> held = new LinkedHashMap<>();
    private final Set<AttemptId> ended = new LinkedHashSet<>();

    Holdings(int remembered) {
        this.remembered = remembered;
    }

    @Nullable
    Holding get(AttemptId attempt) {
        return held.get(attempt);
    }

    /** What it has used so far; nothing if it is gone. */
    void used(AttemptId attempt, Duration cpu, MemorySize memory) {
        Holding holding = held.get(attempt);
        if (holding != null) {
            holding.usage(cpu, memory);
        }
    }

    Collection<Holding> all() {
        return held.values();
    }

    int size() {
        return held.size();
    }

    void add(Holding holding) {
        held.put(holding.attempt, holding);
    }

    /** The same, with the lists of a task of the same job that is here if these are long and alike: many may come. */
    Start sharing(Start start) {
        if (JobWeight.files(start.spec()) <= SHORT_LISTS) {
            return start;
        }
        for (Holding holding : held.values()) {
            Start other = holding.start;
            if (other != null
                    && other.attempt().job().equals(start.attempt().job())
                    && other.spec().equals(start.spec())) {
                return new Start(
                        start.attempt(),
                        start.lane(),
                        other.spec(),
                        start.entry(),
                        start.owner(),
                        start.resumed(),
                        start.directories(),
                        start.expiry());
            }
        }
        return start;
    }

    /** Whether there is memory for its lists of files beside those that are here. */
    boolean hasRoomFor(Start start) {
        long lists = JobWeight.files(start.spec());
        if (lists <= SHORT_LISTS) {
            return true;
        }
        // Tasks of one job share their lists, so each job counts once.
        Map<JobId, Long> counted = new LinkedHashMap<>();
        for (Holding holding : held.values()) {
            Start other = holding.start;
            if (other != null) {
                counted.computeIfAbsent(other.attempt().job(), job -> JobWeight.files(other.spec()));
            }
        }
        if (counted.containsKey(start.attempt().job())) {
            return true;
        }
        for (long others : counted.values()) {
            lists += others;
        }
        return lists <= MOST_LISTS;
    }

    /** Lets it go, and remembers that it was here. */
    void remove(AttemptId attempt) {
        held.remove(attempt);
        ended.remove(attempt);
        ended.add(attempt);
        if (ended.size() > remembered) {
            Iterator<AttemptId> oldest = ended.iterator();
            oldest.next();
            oldest.remove();
        }
    }

    /** Lets it go without a trace. */
    void discard(AttemptId attempt) {
        held.remove(attempt);
    }

    void forgetEnded() {
        ended.clear();
    }

    boolean hadBefore(AttemptId attempt) {
        return ended.contains(attempt);
    }

    /** What the server is told. */
    List<Held> listed() {
        List<Held> list = new ArrayList<>();
        for (Holding holding : held.values()) {
            if (holding.listed) {
                list.add(holding.held());
            }
        }
        return list;
    }

    /** Queued attempts whose turn it is: one per free lane, in the order of arrival, within the capacity. */
    List<Holding> startable(Capacity capacity, Amounts provided) {
        Set<Integer> busyLanes = new TreeSet<>();
        int slots = 0;
        MemorySize memory = MemorySize.ZERO;
        Map<String, Integer> used = new TreeMap<>();
        for (Holding holding : held.values()) {
            Start start = holding.start;
            if (start != null && holding.isBusy()) {
                busyLanes.add(start.lane());
                slots += start.spec().needs().cores();
                memory = memory.plus(capacity.memoryFor(start.spec().needs()));
                use(used, start.spec().needs());
            }
        }
        List<Holding> turn = new ArrayList<>();
        for (Holding holding : held.values()) {
            Start start = holding.start;
            if (start == null || holding.phase != Holding.Phase.QUEUED || busyLanes.contains(start.lane())) {
                continue;
            }
            Requirements needs = start.spec().needs();
            slots += needs.cores();
            memory = memory.plus(capacity.memoryFor(needs));
            use(used, needs);
            if (slots > capacity.slots() || memory.compareTo(capacity.memory()) > 0 || isOver(used, provided)) {
                // Nobody overtakes: a large attempt would wait for ever behind a stream of small ones.
                break;
            }
            busyLanes.add(start.lane());
            turn.add(holding);
        }
        return turn;
    }

    private static void use(Map<String, Integer> used, Requirements needs) {
        needs.uses().counts().forEach((name, count) -> used.merge(name, count, Integer::sum));
    }

    /** What is not this node's is the pool's, and counted there. */
    static boolean isOver(Map<String, Integer> used, Amounts provided) {
        return used.entrySet().stream()
                .anyMatch(one -> provided.names(one.getKey()) && one.getValue() > provided.of(one.getKey()));
    }

    /** Slots of the lanes that have something left to run. */
    int slotsInUse() {
        Map<Integer, Integer> lanes = new TreeMap<>();
        for (Holding holding : held.values()) {
            if (holding.start != null && !holding.isFinished()) {
                lanes.merge(holding.start.lane(), holding.start.spec().needs().cores(), Math::max);
            }
        }
        return lanes.values().stream().mapToInt(Integer::intValue).sum();
    }

    boolean hasQueued(int lane) {
        for (Holding holding : held.values()) {
            if (holding.phase == Holding.Phase.QUEUED && holding.start != null && holding.start.lane() == lane) {
                return true;
            }
        }
        return false;
    }

    /** When the first report should be committed; {@link Instant#MAX} if none is ready. */
    Instant firstDue() {
        Instant first = Instant.MAX;
        for (Holding holding : held.values()) {
            if (holding.phase == Holding.Phase.READY && holding.due.isBefore(first)) {
                first = holding.due;
            }
        }
        return first;
    }

    boolean isEmpty() {
        return held.isEmpty();
    }

    /** Whether a process runs or a result is on its way to the disk. */
    boolean isUnsettled() {
        return held.values().stream().anyMatch(one -> one.isBusy() || one.phase == Holding.Phase.KEEPING);
    }
}
