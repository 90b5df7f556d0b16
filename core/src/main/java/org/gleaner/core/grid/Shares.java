package org.gleaner.core.grid;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.observer.Minutes;
import org.gleaner.core.observer.TypeBelief;
import org.gleaner.core.scheduling.Candidate;
import org.gleaner.core.scheduling.Weights;
import org.jspecify.annotations.Nullable;

/**
 * How much of the pool owners and types have had, in core-minutes, and whose turn it is by their weights. What was
 * spent comes from beliefs and is stored; what is credited to those who join is soft. Kept up to date as events are
 * applied. Confined to {@link GridState}.
 */
final class Shares {
    /** What one who shares has had: an owner among owners, or a type among those of its owner. */
    private static final class Account {
        /** What counts as had beside what really was spent, since it joined. */
        private double credit;

        private double spent;
        /** What runs, times how long it usually takes; cores of which nobody knows that are counted apart. */
        private double underway;

        private int untriedCores;

        double had(double usual) {
            return credit + spent + underway + untriedCores * usual;
        }

        void add(Account other, int sign) {
            spent += sign * other.spent;
            underway += sign * other.underway;
            untriedCores += sign * other.untriedCores;
        }
    }

    private static final class OwnerShare {
        private final Account account = new Account();
        private final SortedMap<TypeKey, Account> active = new TreeMap<>();
    }

    private static final class TypeShare {
        private final Account account = new Account();
        private double minutes;
        private int cores;
        private int jobs;
    }

    private final ConnectedFleet fleet;
    private final Map<TypeKey, TypeShare> types = new HashMap<>();
    private final Map<Owner, OwnerShare> owners = new HashMap<>();
    private final SortedMap<Owner, Account> active = new TreeMap<>();
    private double sumOfMinutes;
    private int triedTypes;
    private Settings settings = Settings.DEFAULT;
    private boolean begun;

    Shares(ConnectedFleet fleet) {
        this.fleet = fleet;
    }

    /** All is loaded: whoever is active joins now. */
    void begin(Settings inForce) {
        settings = inForce;
        begun = true;
        SortedMap<Owner, Account> joined = new TreeMap<>();
        active.forEach((owner, account) -> {
            join(owner, account, joined, settings.weights()::of);
            joined.put(owner, account);
            SortedMap<TypeKey, Account> joinedTypes = new TreeMap<>();
            owner(owner).active.forEach((type, one) -> {
                join(type, one, joinedTypes, settings.weights()::of);
                joinedTypes.put(type, one);
            });
        });
    }

    void set(Settings inForce) {
        settings = inForce;
    }

    private OwnerShare owner(Owner owner) {
        return owners.computeIfAbsent(owner, key -> new OwnerShare());
    }

    private TypeShare type(TypeKey type) {
        return types.computeIfAbsent(type, key -> new TypeShare());
    }

    /**
     * More or less of a type runs, or it has more or fewer jobs with something to run.
     *
     * @param cores how many more are used
     * @param jobs how many more have something
     */
    void change(TypeKey type, int cores, int jobs) {
        TypeShare share = type(type);
        OwnerShare owner = owner(type.owner());
        int before = share.jobs;
        share.jobs += jobs;
        share.cores += cores;
        recount(share, owner, share.account.spent);
        if (before == 0 && share.jobs > 0) {
            if (owner.active.isEmpty()) {
                enter(type.owner(), owner.account, active, settings.weights()::of);
            }
            enter(type, share.account, owner.active, settings.weights()::of);
        } else if (before > 0 && share.jobs == 0) {
            owner.active.remove(type);
            if (owner.active.isEmpty()) {
                active.remove(type.owner());
            }
        }
        dropUnused(type, share);
    }

    /** Of a type that was never tried and has nothing to run nothing is known; people may name any number of them. */
    private void dropUnused(TypeKey type, TypeShare share) {
        if (share.jobs == 0 && share.minutes == 0 && share.account.spent == 0) {
            types.remove(type);
        }
    }

    /** Of how many types anything is known. */
    int knownTypes() {
        return types.size();
    }

    private void recount(TypeShare share, OwnerShare owner, double spent) {
        owner.account.add(share.account, -1);
        share.account.spent = spent;
        share.account.underway = share.minutes * share.cores;
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
            // The type is forgotten, not what its owner has had.
            owner.account.credit += share.account.spent;
        }
        recount(share, owner, belief == null ? 0 : belief.spent());
        dropUnused(type, share);
    }

    private <K> void enter(K who, Account account, SortedMap<K, Account> others, ToDoubleFunction<K> weight) {
        if (begun) {
            join(who, account, others, weight);
        }
        others.put(who, account);
    }

    /**
     * Whoever comes, or comes back, counts as having had its share of what the others had, but for a window: else it
     * would take everything until it has caught up with all history, or get nothing until all history is paid for.
     */
    private <K> void join(K who, Account account, SortedMap<K, Account> others, ToDoubleFunction<K> weight) {
        if (others.isEmpty() || settings.limitedSpan(Setting.FAIRNESS_WINDOW).isEmpty()) {
            return;
        }
        double window = Minutes.of(settings.duration(Setting.FAIRNESS_WINDOW)) * Math.max(1, fleet.slots());
        double weights = 0;
        double had = 0;
        for (Map.Entry<K, Account> other : others.entrySet()) {
            weights += weight.applyAsDouble(other.getKey());
            had += other.getValue().had(usual());
        }
        double part = weight.applyAsDouble(who) / weights;
        double own = account.had(usual());
        double least = part * Math.max(0, had - window);
        double most = part * (had + window);
        account.credit += Math.max(least, Math.min(most, own)) - own;
    }

    /** How long a task takes of which nothing is known: the mean of what is known. */
    private double usual() {
        return triedTypes == 0 ? 1 : sumOfMinutes / triedTypes;
    }

    /** Those whose turn it is: of the owner, and of the type if its owner's are weighed, that is served least. */
    List<Candidate> turn(List<Candidate> candidates) {
        Weights weights = settings.weights();
        List<Candidate> ofOwner = least(candidates, one -> one.type().owner(), active, weights::of);
        Owner owner = ofOwner.get(0).type().owner();
        OwnerShare share = owners.get(owner);
        return share == null || !weights.weighsTypesOf(owner)
                ? ofOwner
                : least(ofOwner, Candidate::type, share.active, weights::of);
    }

    private <K> List<Candidate> least(
            List<Candidate> candidates,
            Function<Candidate, K> who,
            SortedMap<K, Account> all,
            ToDoubleFunction<K> weight) {
        double weights = 0;
        double had = 0;
        for (Map.Entry<K, Account> one : all.entrySet()) {
            weights += weight.applyAsDouble(one.getKey());
            had += one.getValue().had(usual());
        }
        Map<K, Double> values = new HashMap<>();
        K best = null;
        for (Candidate one : candidates) {
            K key = who.apply(one);
            if (!values.containsKey(key)) {
                Account account = all.get(key);
                double value =
                        account == null ? 0 : value(weight.applyAsDouble(key) / weights, account.had(usual()), had);
                values.put(key, value);
                if (best == null || value > values.getOrDefault(best, 0.0)) {
                    best = key;
                }
            }
        }
        K chosen = best;
        return candidates.stream().filter(one -> who.apply(one).equals(chosen)).toList();
    }

    /** From -1 to 1; more than 0 for who is served too little; all together 0. */
    private static double value(double part, double had, double allHad) {
        return allHad > 0 ? part - had / allHad : 0;
    }

    /** How an owner is served: its part by weight and what it has had of all. */
    double value(Owner owner) {
        Account account = active.get(owner);
        if (account == null) {
            return 0;
        }
        double weights =
                active.keySet().stream().mapToDouble(settings.weights()::of).sum();
        double had =
                active.values().stream().mapToDouble(one -> one.had(usual())).sum();
        return value(settings.weights().of(owner) / weights, account.had(usual()), had);
    }
}
