package org.gleaner.core.placing;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.observer.Bins;
import org.gleaner.core.observer.RunLengths;
import org.gleaner.core.observer.TypeBelief;
import org.gleaner.core.observer.WorkSpread;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.open.TaskStates;
import org.gleaner.core.pool.Matches;
import org.gleaner.core.scheduling.Candidate;
import org.gleaner.core.scheduling.Candidates;
import org.gleaner.core.scheduling.Preference;
import org.jspecify.annotations.Nullable;

/**
 * The candidate groups: offerable jobs by owner, type and needs, and how much runs of each type. Kept up to date job by
 * job as events are applied, so that a decision never scans tasks. Confined to {@link Roster}.
 */
public final class ReadyGroups {
    /**
     * What makes tasks alike for the scheduler.
     *
     * @param weighed the job if it has a weight of its own, as then no other has the same turn
     */
    public record Key(
            TypeKey type, Matches.Wanted wanted, @Nullable JobId weighed) {
        public static Key of(OpenJob job) {
            return new Key(job.type(), job.wanted(), job.isWeighed() ? job.id() : null);
        }
    }

    private static final CountedJob NOTHING = new CountedJob(false, false, 0, 0, 0, 0, 0, 0, Preference.USUAL);

    private final Shares shares;

    private final Map<Key, ReadyGroup> groups = new HashMap<>();
    /** The same in the order in which they came. */
    private final TreeMap<Long, ReadyGroup> inOrder = new TreeMap<>();

    private final KnownCandidates candidates = new KnownCandidates(inOrder.values());
    private long entered;

    private final TreeMap<Owner, Map<Key, ReadyGroup>> ofOwners = new TreeMap<>();
    /** What the groups demand, and how many demand it. */
    private final Map<Matches.Wanted, Integer> wanted = new LinkedHashMap<>();
    /** How many of the groups look at single nodes and not only at their kinds. */
    private int choosy;

    private final Map<JobId, CountedJob> counted = new HashMap<>();
    private final TreeSet<JobId> ready = new TreeSet<>();
    private final Map<TypeKey, TypeTally> ofType = new HashMap<>();
    private final Map<Owner, TypeTally.OwnerTally> ofOwner = new HashMap<>();
    private final Map<TypeKey, Integer> activeJobsOfType = new HashMap<>();

    ReadyGroups(Shares shares) {
        this.shares = shares;
    }

    /** Looks at the job again after something about it changed, and says whether there is more of it to be offered. */
    boolean refresh(OpenJob job) {
        CountedJob before = counted.getOrDefault(job.id(), NOTHING);
        TaskStates states = job.states();
        boolean offerable = job.isOfferable();
        int startable = offerable ? job.startable() : 0;
        int returned = Math.min(startable, job.past().ready());
        CountedJob now = new CountedJob(
                offerable,
                offerable && job.hasFresh(),
                offerable ? job.past().least() : 0,
                startable - returned,
                returned,
                states.count(TaskState.READY),
                states.count(TaskState.RUNNING),
                job.running(),
                ReadyGroup.preference(job));
        update(job, before, now);
        expect(job, now.active());
        return now.offerable() && (!before.offerable() || now.ready() > before.ready());
    }

    void remove(OpenJob job) {
        update(job, counted.getOrDefault(job.id(), NOTHING), NOTHING);
        expect(job, false);
        counted.remove(job.id());
    }

    private void expect(OpenJob job, boolean active) {
        Duration guess = job.spec().limits().expected();
        TypeTally tally = guess == null ? null : ofType.get(job.type());
        if (tally != null) {
            tally.expect(job.id(), active ? guess : null);
        }
    }

    private void update(OpenJob job, CountedJob before, CountedJob now) {
        if (now.equals(before)) {
            return;
        }
        counted.put(job.id(), now);
        TypeKey type = job.type();
        TypeTally typeTally = type(type);
        typeTally.change(now.running() - before.running(), now.taken() - before.taken(), now.ready() - before.ready());
        share(job, before, now);
        if (now.ready() == 0) {
            ready.remove(job.id());
        } else if (before.ready() == 0) {
            ready.add(job.id());
        }
        if (now.active() != before.active()) {
            int jobs = activeJobsOfType.merge(type, now.active() ? 1 : -1, Integer::sum);
            if (jobs == 0) {
                activeJobsOfType.remove(type);
            }
        }
        if (!now.sameTurn(before)) {
            regroup(job, before, now);
        } else if (now.fresh() || now.returned() > 0) {
            ReadyGroup group = Objects.requireNonNull(groups.get(Key.of(job)));
            group.count(before, -1);
            group.count(now, 1);
        }
        if (!now.active()) {
            dropUnused(type);
        }
    }

    private void regroup(OpenJob job, CountedJob before, CountedJob now) {
        Key key = Key.of(job);
        ReadyGroup group = groups.computeIfAbsent(key, one -> enter(new ReadyGroup(++entered, one, type(job.type()))));
        group.leave(job, before);
        group.enter(job, now);
        if (group.isEmpty()) {
            groups.remove(key);
            inOrder.remove(group.number());
            leave(key);
        }
        candidates.change(group);
    }

    private ReadyGroup enter(ReadyGroup group) {
        inOrder.put(group.number(), group);
        wanted.merge(group.key().wanted(), 1, Integer::sum);
        choosy += group.key().wanted().needs().isChoosy() ? 1 : 0;
        ofOwners.computeIfAbsent(group.key().type().owner(), owner -> new LinkedHashMap<>())
                .put(group.key(), group);
        return group;
    }

    private void leave(Key key) {
        wanted.computeIfPresent(key.wanted(), (one, before) -> before == 1 ? null : before - 1);
        choosy -= key.wanted().needs().isChoosy() ? 1 : 0;
        ofOwners.computeIfPresent(key.type().owner(), (owner, rest) -> {
            rest.remove(key);
            return rest.isEmpty() ? null : rest;
        });
    }

    private void share(OpenJob job, CountedJob before, CountedJob now) {
        int cores = (now.running() - before.running()) * job.spec().needs().cores();
        int jobs = (now.active() ? 1 : 0) - (before.active() ? 1 : 0);
        if (job.isWeighed()) {
            int weight = job.spec().turn().weight();
            shares.changeWeighed(job.id(), weight, job.type(), cores, jobs, now.active());
        } else {
            shares.change(job.type(), cores, jobs);
        }
    }

    /**
     * A job gets another weight: it moves to another group and stays where it is in every other respect. Else its owner
     * would count as having left and come back, and what she had too much would be forgiven.
     */
    void reweigh(OpenJob job, Runnable change) {
        CountedJob now = counted.getOrDefault(job.id(), NOTHING);
        int cores = now.running() * job.spec().needs().cores();
        regroup(job, now, NOTHING);
        if (job.isWeighed()) {
            shares.weigh(job.id(), 1, job.type(), -cores, false);
        }
        change.run();
        regroup(job, NOTHING, now);
        if (job.isWeighed() && now.active()) {
            shares.weigh(job.id(), job.spec().turn().weight(), job.type(), cores, true);
        }
    }

    /** A job gets other demands by the change; it moves likewise. */
    void demand(OpenJob job, Runnable change) {
        CountedJob now = counted.getOrDefault(job.id(), NOTHING);
        regroup(job, now, NOTHING);
        change.run();
        regroup(job, NOTHING, now);
    }

    /** No group has a type of which nothing is ready, so nobody shares what is dropped. */
    private void dropUnused(TypeKey type) {
        TypeTally tally = ofType.get(type);
        if (tally != null && tally.isIdle() && tally.belief() == null) {
            ofType.remove(type);
        }
    }

    /** Whether any of them is for some nodes of a kind only. */
    boolean areChoosy() {
        return choosy > 0;
    }

    /** In the order in which they came. */
    public Collection<ReadyGroup> offerable() {
        return Collections.unmodifiableCollection(inOrder.values());
    }

    /** The group of a candidate. */
    ReadyGroup of(Candidate candidate) {
        return Objects.requireNonNull(inOrder.get(candidate.group()));
    }

    /** Who has something to offer. */
    public Set<Owner> owners() {
        return Collections.unmodifiableSet(ofOwners.keySet());
    }

    /** The groups of an owner, by their keys. */
    public Map<Key, ReadyGroup> of(Owner owner) {
        return Collections.unmodifiableMap(ofOwners.getOrDefault(owner, new LinkedHashMap<>()));
    }

    /** What nodes of this kind could take with so much room. */
    Candidates candidates(Matches.NodeKind kind, Capacity offered, Capacity free) {
        BitSet demands = new BitSet();
        for (Matches.Wanted one : wanted.keySet()) {
            demands.set(one.number(), offered.hasRoomFor(one.needs(), free));
        }
        return candidates.of(new KnownCandidates.Room(kind, demands));
    }

    /** How what is remembered differs from what would be found now; nothing if it is right. */
    Optional<String> fault() {
        return candidates
                .fault()
                .or(() -> inOrder.values().stream()
                        .filter(group -> !group.isCounted())
                        .map(group -> "backlog: " + group.key())
                        .findFirst());
    }

    public boolean isEmpty() {
        return groups.isEmpty();
    }

    /** The oldest open job with ready tasks, as ids grow with time. */
    @Nullable
    public JobId oldestReady() {
        return ready.isEmpty() ? null : ready.first();
    }

    /** Of how many types anything is known. */
    public int knownTypes() {
        return ofType.size();
    }

    int activeTypes() {
        return activeJobsOfType.size();
    }

    /** What is known of a type; nothing if no task of it is ready or runs and nothing is believed of it. */
    @Nullable
    public TypeTally known(TypeKey type) {
        return ofType.get(type);
    }

    /** What is known of a type from now on, also if none of its tasks is open; for events alone. */
    TypeTally type(TypeKey type) {
        return ofType.computeIfAbsent(
                type, key -> new TypeTally(ofOwner.computeIfAbsent(key.owner(), owner -> new TypeTally.OwnerTally())));
    }

    /** A task of the type was done. */
    void done(TypeKey type, Instant at) {
        type(type).done(at);
    }

    /** When a task of the type was last done, as far as this run of the server saw; null: never. */
    @Nullable
    Instant lastDone(TypeKey type) {
        TypeTally known = ofType.get(type);
        return known == null ? null : known.lastDone();
    }

    /** How long tasks of a type take, as far as is known. */
    public WorkSpread work(TypeKey type) {
        TypeTally known = ofType.get(type);
        return known == null ? WorkSpread.UNKNOWN : known.work();
    }

    /** The same for tasks of which their owner said how many minutes they take; none of the type was done. */
    public WorkSpread work(TypeKey type, double said) {
        TypeTally known = ofType.get(type);
        return known == null
                ? WorkSpread.of(Bins.ofTask(said), Bins.empty(RunLengths.POINTS), WorkSpread.UNKNOWN)
                : known.work(said);
    }

    /** Types of which tasks are ready or run. */
    Map<TypeKey, TypeTally> active() {
        Map<TypeKey, TypeTally> found = new TreeMap<>();
        activeJobsOfType.keySet().forEach(type -> found.put(type, Objects.requireNonNull(known(type))));
        return found;
    }

    /** What is believed about a type; nothing before one of its tasks ended. */
    @Nullable
    public TypeBelief belief(TypeKey type) {
        TypeTally tally = ofType.get(type);
        return tally == null ? null : tally.belief();
    }

    void believe(TypeKey type, TypeBelief belief) {
        type(type).believe(belief);
        shares.believe(type, belief);
    }

    void forget(TypeKey type) {
        TypeTally tally = ofType.get(type);
        if (tally != null) {
            tally.believe(null);
            shares.believe(type, null);
            dropUnused(type);
        }
    }

    /** So many types at most of which something is believed, those used last first. */
    public List<TypeKey> usedLast(Predicate<TypeKey> which, int most) {
        Comparator<Used> order = Comparator.comparing(Used::at).reversed().thenComparing(Used::type);
        PriorityQueue<Used> last = new PriorityQueue<>(order.reversed());
        ofType.forEach((type, tally) -> {
            TypeBelief belief = tally.belief();
            if (belief != null && which.test(type)) {
                last.add(new Used(type, belief.used()));
                if (last.size() > most) {
                    last.remove();
                }
            }
        });
        return last.stream().sorted(order).map(Used::type).toList();
    }

    private record Used(TypeKey type, Instant at) {}

    public TreeMap<TypeKey, TypeBelief> beliefs() {
        TreeMap<TypeKey, TypeBelief> beliefs = new TreeMap<>();
        ofType.forEach((type, tally) -> {
            TypeBelief belief = tally.belief();
            if (belief != null) {
                beliefs.put(type, belief);
            }
        });
        return beliefs;
    }

    /** Types of this owner that something is known about and of which nothing waits or runs. */
    public List<TypeKey> idleOf(Owner owner) {
        return ofType.entrySet().stream()
                .filter(one -> one.getKey().owner().equals(owner))
                .filter(one -> one.getValue().belief() != null && one.getValue().isIdle())
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    /** Types that nobody used since this time and of which nothing waits or runs. */
    public List<TypeKey> unusedSince(Instant limit) {
        List<TypeKey> unused = new ArrayList<>();
        ofType.forEach((type, tally) -> {
            TypeBelief belief = tally.belief();
            if (belief != null && belief.used().isBefore(limit) && tally.isIdle()) {
                unused.add(type);
            }
        });
        unused.sort(Comparator.naturalOrder());
        return unused;
    }
}
