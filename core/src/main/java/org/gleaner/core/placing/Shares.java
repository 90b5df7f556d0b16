package org.gleaner.core.placing;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import org.gleaner.core.grid.Portion;
import org.gleaner.core.grid.Served;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.Settings;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.observer.Minutes;
import org.gleaner.core.observer.TypeBelief;
import org.gleaner.core.scheduling.Candidate;
import org.gleaner.core.scheduling.Candidates;
import org.gleaner.core.scheduling.Weights;
import org.jspecify.annotations.Nullable;

/**
 * How much of the pool owners and types have had since the server started, in core-minutes, and whose turn it is by
 * their weights. What was spent comes from beliefs and is stored; what is credited is soft. Kept up to date as events
 * are applied. Confined to {@link Roster}.
 */
public final class Shares {
    /** Of so many owners, or types or jobs of one, it is told how they stand. */
    private static final int MOST_TOLD = 1_000;

    private static final class OwnerShare {
        private final Account account = new Account();
        private final Turns<TypeKey> types = new Turns<>();
        private final JobShares jobs = new JobShares();
        private int activeJobs;
        private int cores;
    }

    private static final class TypeShare {
        private final Account account = new Account();
        private double minutes;
        private int cores;
        private int jobs;
    }

    /** How many there are of nodes that are heard. */
    private final IntSupplier slots;

    private final Map<TypeKey, TypeShare> types = new HashMap<>();
    private final Map<Owner, OwnerShare> owners = new HashMap<>();
    private final Turns<Owner> turns = new Turns<>();
    private double sumOfMinutes;
    private int triedTypes;
    private Settings settings = Settings.DEFAULT;
    private boolean begun;

    Shares(IntSupplier slots) {
        this.slots = slots;
    }

    /**
     * All is loaded: everybody starts even, but for what runs now. What earlier weights gave to whom was not stored, so
     * by the weights of today some would have to pay for it. Without a window all history counts.
     */
    void begin(Settings inForce) {
        set(inForce);
        begun = true;
        if (rules().window() < Double.POSITIVE_INFINITY) {
            owners.values().forEach(owner -> owner.account.settle());
            types.values().forEach(type -> type.account.settle());
            turns.changed();
            owners.values().forEach(owner -> owner.types.changed());
        }
    }

    void set(Settings inForce) {
        boolean otherWeights = !inForce.text(Setting.WEIGHTS).equals(settings.text(Setting.WEIGHTS));
        settings = inForce;
        if (otherWeights) {
            Weights weights = inForce.weights();
            turns.reweigh(
                    () -> turns.active().forEach((owner, account) -> account.weight = weights.of(owner)), rules());
            for (Owner name : turns.active().keySet()) {
                Turns<TypeKey> types = owner(name).types;
                types.reweigh(
                        () -> types.active().forEach((type, account) -> account.weight = weights.of(type)), rules());
            }
        }
    }

    private OwnerShare owner(Owner owner) {
        return owners.computeIfAbsent(owner, key -> new OwnerShare());
    }

    /** For questions, which must leave nothing behind. */
    private OwnerShare known(Owner owner) {
        OwnerShare share = owners.get(owner);
        return share == null ? new OwnerShare() : share;
    }

    private TypeShare type(TypeKey type) {
        return types.computeIfAbsent(type, key -> new TypeShare());
    }

    /** Before all is loaded nobody joins: whoever is there then starts even with the others. */
    private Turns.Rules rules() {
        boolean windowed =
                begun && settings.limitedSpan(Setting.FAIRNESS_WINDOW).isPresent();
        double window = windowed
                ? Minutes.of(settings.duration(Setting.FAIRNESS_WINDOW)) * Math.max(1, slots.getAsInt())
                : Double.POSITIVE_INFINITY;
        return new Turns.Rules(usual(), window, slots.getAsInt());
    }

    /**
     * More or less of a type runs, or it has more or fewer jobs with something to run.
     *
     * @param cores how many more are used
     * @param jobs how many more have something
     */
    void change(TypeKey type, int cores, int jobs) {
        count(type, cores, jobs);
        OwnerShare owner = owner(type.owner());
        if (jobs != 0 && !owner.jobs.isEmpty()) {
            owner.jobs.count(whole(owner));
        }
    }

    /** The same of a job that has a weight of its own. */
    void changeWeighed(JobId job, double weight, TypeKey type, int cores, int jobs, boolean active) {
        count(type, cores, jobs);
        weigh(job, weight, type, cores, active);
    }

    /** A job gets a weight of its own, or no longer has one: it stays among what is counted of its type. */
    void weigh(JobId job, double weight, TypeKey type, int cores, boolean active) {
        OwnerShare owner = owner(type.owner());
        owner.jobs.change(job, type, weight, cores, active, whole(owner));
    }

    private JobShares.Whole whole(OwnerShare owner) {
        return new JobShares.Whole(owner.activeJobs, owner.account.running(usual()), this::minutes, rules());
    }

    private void count(TypeKey type, int cores, int jobs) {
        TypeShare share = type(type);
        OwnerShare owner = owner(type.owner());
        int before = share.jobs;
        share.jobs += jobs;
        owner.activeJobs += jobs;
        owner.cores += cores;
        // What ended takes its part of the overtime along; exactly how much is found out at the next survey.
        double left = cores < 0 && share.cores > 0 ? (double) (share.cores + cores) / share.cores : 1;
        share.cores += cores;
        recount(share, owner, share.account.spent, share.account.overtime * left);
        if (before == 0 && share.jobs > 0) {
            if (owner.types.isEmpty()) {
                owner.account.weight = settings.weights().of(type.owner());
                turns.enter(type.owner(), owner.account, rules());
            }
            share.account.weight = settings.weights().of(type);
            owner.types.enter(type, share.account, rules());
        } else if (before > 0 && share.jobs == 0) {
            owner.types.leave(type);
            if (owner.types.isEmpty()) {
                turns.leave(type.owner());
            }
        }
        dropUnused(type, share);
    }

    /** An attempt of a job took so much of the pool. */
    void charge(JobId job, Owner whose, double coreMinutes) {
        OwnerShare owner = owners.get(whose);
        if (owner != null) {
            owner.jobs.charge(job, coreMinutes);
        }
    }

    /**
     * An attempt of a type took so much of a pool that is only supposed: beliefs, which tell that otherwise, do not
     * change there.
     *
     * @param done whether it is known from now on how long such tasks take
     */
    void suppose(TypeKey type, double coreMinutes, boolean done) {
        TypeShare share = type(type);
        if (done && share.minutes == 0) {
            share.minutes = usual();
            sumOfMinutes += share.minutes;
            triedTypes++;
        }
        recount(share, owner(type.owner()), share.account.spent + coreMinutes, share.account.overtime);
    }

    /** Of a type that was never tried and has nothing to run nothing is known; people may name any number of them. */
    private void dropUnused(TypeKey type, TypeShare share) {
        if (share.jobs == 0 && share.minutes == 0 && share.account.spent == 0) {
            types.remove(type);
        }
    }

    /** Of how many types anything is known. */
    public int knownTypes() {
        return types.size();
    }

    private void recount(TypeShare share, OwnerShare owner, double spent, double overtime) {
        if (spent != share.account.spent) {
            turns.changed();
            owner.types.changed();
        }
        owner.account.add(share.account, -1);
        share.account.spent = spent;
        share.account.underway = share.minutes * share.cores;
        share.account.overtime = overtime;
        share.account.untriedCores = share.minutes > 0 ? 0 : share.cores;
        owner.account.add(share.account, 1);
    }

    void believe(TypeKey type, @Nullable TypeBelief belief) {
        TypeShare share = type(type);
        OwnerShare owner = owner(type.owner());
        triedTypes -= share.minutes > 0 ? 1 : 0;
        sumOfMinutes -= share.minutes;
        share.minutes = belief == null ? 0 : belief.meanRuntime();
        triedTypes += share.minutes > 0 ? 1 : 0;
        sumOfMinutes += share.minutes;
        if (belief == null) {
            // How long the type takes is forgotten, not what was had.
            owner.account.credit += share.account.spent;
            share.account.credit += share.account.spent;
            turns.changed();
            owner.types.changed();
        }
        recount(share, owner, belief == null ? 0 : belief.spent(), share.account.overtime);
        dropUnused(type, share);
    }

    /** Whether anybody has to be told apart. */
    public boolean areShared() {
        return turns.size() > 1;
    }

    /**
     * What runs has been looked at: so many core-minutes more than is usual for its type some of it has taken already.
     * Else tasks that take far longer than anybody thought would count as short ones, and their owner would get more.
     */
    void survey(Map<TypeKey, Double> overtime) {
        for (Owner name : turns.active().keySet()) {
            OwnerShare owner = owner(name);
            for (TypeKey type : owner.types.active().keySet()) {
                TypeShare share = type(type);
                double now = overtime.getOrDefault(type, 0.0);
                if (now != share.account.overtime) {
                    recount(share, owner, share.account.spent, now);
                }
            }
        }
    }

    /** How long a task of this type usually takes, as it is counted while it runs. */
    double minutes(TypeKey type) {
        TypeShare share = types.get(type);
        return share == null || share.minutes == 0 ? usual() : share.minutes;
    }

    /** How long a task takes of which nothing is known: the mean of what is known. */
    private double usual() {
        return triedTypes == 0 ? 1 : sumOfMinutes / triedTypes;
    }

    /**
     * Those that may run now: not those of unknown length of an owner who has her part of the slots with such tasks,
     * while there is anything else of two or more.
     */
    public <T> List<T> allowed(List<T> all, Collection<Owner> whose, Function<T, TypeKey> type) {
        Set<Owner> full = turns.full(whose, rules());
        if (full.isEmpty() || whose.size() < 2) {
            return all;
        }
        List<T> some = all.stream()
                .filter(one -> !full.contains(type.apply(one).owner()) || !isUntried(type.apply(one)))
                .toList();
        return some.isEmpty() ? all : some;
    }

    /** The same of what a node could take. */
    Candidates allowed(Candidates candidates) {
        List<Candidate> some = allowed(candidates.all(), candidates.owners(), Candidate::type);
        return some.size() == candidates.all().size() ? candidates : new Candidates(some);
    }

    private boolean isUntried(TypeKey type) {
        TypeShare share = types.get(type);
        return share == null || share.minutes == 0;
    }

    /** Those whose turn it is: of the owner that is served least, of her jobs and types if they are weighed. */
    Candidates turn(Candidates candidates) {
        Map<Owner, Candidates> ofOwners = candidates.ofOwners();
        Owner owner = ofOwners.size() == 1 ? ofOwners.keySet().iterator().next() : next(ofOwners.keySet());
        Candidates hers = ofOwners.getOrDefault(owner, candidates);
        OwnerShare share = owners.get(owner);
        if (share == null) {
            return hers;
        }
        if (!share.jobs.isEmpty()) {
            List<JobId> rivals = hers.all().stream().map(Candidate::oldest).toList();
            JobShares.Reckoning jobs = share.jobs.reckon(whole(share));
            JobShares.Turn turn = jobs.turn(rivals).orElseThrow();
            hers = only(hers, one -> jobs.isOf(turn, one.oldest()));
        }
        if (settings.weights().weighsTypesOf(owner)) {
            List<TypeKey> rivals =
                    hers.all().stream().map(Candidate::type).distinct().toList();
            TypeKey type = least(share, rivals);
            hers = only(hers, one -> one.type().equals(type));
        }
        return hers;
    }

    /** Whose turn it is among these owners, at least one. */
    public Owner next(Collection<Owner> rivals) {
        return turns.least(rivals, rules());
    }

    /** Whose turn it is among these types of an owner. */
    private TypeKey least(OwnerShare owner, List<TypeKey> rivals) {
        Set<TypeKey> full = owner.types.full(rivals, rules());
        List<TypeKey> rest =
                rivals.stream().filter(type -> !full.contains(type)).toList();
        return owner.types.least(rest.isEmpty() ? rivals : rest, rules());
    }

    /** How far all who share are above or below their shares; where all history counts, that tells it. */
    public Served served() {
        if (!settings.isWeighted() || rules().window() == Double.POSITIVE_INFINITY) {
            return Served.EVENLY;
        }
        Map<Owner, Served.Line<TypeKey>> ofTypes = new TreeMap<>();
        Map<Owner, Served.Jobs> ofJobs = new TreeMap<>();
        Served.Line<Owner> line = turns.served(MOST_TOLD);
        for (Owner name : line.beyond().keySet()) {
            OwnerShare owner = known(name);
            if (settings.weights().weighsTypesOf(name)) {
                ofTypes.put(name, owner.types.served(MOST_TOLD));
            }
            if (!owner.jobs.isEmpty()) {
                ofJobs.put(name, owner.jobs.served(MOST_TOLD));
            }
        }
        return new Served(line, ofTypes, ofJobs);
    }

    /** Somebody supposes that all who share stand like this. */
    void serve(Served served) {
        if (rules().window() < Double.POSITIVE_INFINITY) {
            turns.serve(served.owners());
            served.types().forEach((owner, line) -> known(owner).types.serve(line));
            served.jobs().forEach((owner, jobs) -> known(owner).jobs.serve(jobs));
        }
    }

    /** On how many cores an owner may run tasks of unknown length while others have something to run. */
    public int fullAt(Owner owner) {
        return turns.fullAt(owner, rules());
    }

    /** How the jobs of one owner stand. Looks at all that have a weight of their own: once for many questions. */
    public JobShares.Reckoning jobs(Owner owner) {
        OwnerShare share = known(owner);
        return share.jobs.reckon(whole(share));
    }

    /** Whose turn it is among these types of one owner; nothing if hers are not weighed. */
    public Optional<TypeKey> turnOfTypes(Owner owner, List<TypeKey> rivals) {
        return !settings.weights().weighsTypesOf(owner) || rivals.isEmpty()
                ? Optional.empty()
                : Optional.of(least(known(owner), rivals));
    }

    private static Candidates only(Candidates all, Predicate<Candidate> which) {
        return new Candidates(all.all().stream().filter(which).toList());
    }

    /**
     * Who lets a turn pass that it can't use, as it has nothing for the node that asks, and has saved up more turns
     * than the window allows; nobody mostly.
     *
     * @param present who has something for the node
     */
    @Nullable
    Owner passing(Collection<Owner> present) {
        return turns.passing(present, rules());
    }

    void pass(Owner owner) {
        turns.pass(owner, rules());
    }

    /** How the pool is shared among those who have something to run. */
    public SortedMap<Owner, Portion> ofOwners() {
        return turns.portions(rules(), owner -> known(owner).cores);
    }

    /** How one owner's part is shared among her types that have something to run. */
    public SortedMap<TypeKey, Portion> ofTypes(Owner owner) {
        return known(owner).types.portions(rules(), type -> {
            TypeShare share = types.get(type);
            return share == null ? 0 : share.cores;
        });
    }

    /** How many types an owner has with something to run. */
    public int activeTypes(Owner owner) {
        return known(owner).types.size();
    }

    /** An owner's part of the pool by weight, among those who have something to run. */
    double part(Owner owner) {
        return turns.part(owner);
    }

    /** How an owner is served: its part by weight and what it has had of all. */
    public double value(Owner owner) {
        return turns.value(owner, rules());
    }
}
