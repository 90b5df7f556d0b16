package org.gleaner.core.placing;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import org.gleaner.core.grid.Portion;
import org.gleaner.core.grid.Served;
import org.jspecify.annotations.Nullable;

/** Those who share something by their weights at the moment, and whose turn it is. Confined to {@link Shares}. */
final class Turns<K extends Comparable<K>> {
    /** Who is behind by less than this, in core-minutes, is not worth a note. */
    private static final double NOTABLE = 1;

    /** What there is to share, and how it is counted. */
    record Rules(double usual, double window, int slots) {}

    private final SortedMap<K, Account> active = new TreeMap<>();

    /** What all of them come to, for who joins next: very many may join at once. Not a number: to be added up anew. */
    private double joinedWeights = Double.NaN;

    private double joinedSettled;

    boolean isEmpty() {
        return active.isEmpty();
    }

    int size() {
        return active.size();
    }

    SortedMap<K, Account> active() {
        return active;
    }

    /** Something about one who shares is no longer what it was. */
    void changed() {
        joinedWeights = Double.NaN;
    }

    void leave(K who) {
        active.remove(who);
        changed();
    }

    private double weights() {
        double sum = 0;
        for (Account one : active.values()) {
            sum += one.weight;
        }
        return sum;
    }

    private double had(double usual) {
        double sum = 0;
        for (Account one : active.values()) {
            sum += one.had(usual);
        }
        return sum;
    }

    private double settled() {
        double sum = 0;
        for (Account one : active.values()) {
            sum += one.settled();
        }
        return sum;
    }

    void enter(K who, Account account, Rules rules) {
        if (Double.isNaN(joinedWeights)) {
            joinedWeights = weights();
            joinedSettled = settled();
        }
        if (!active.isEmpty()) {
            join(account, joinedWeights, joinedSettled, rules);
        }
        active.put(who, account);
        joinedWeights += account.weight;
        joinedSettled += account.settled();
    }

    /**
     * Whoever comes, or comes back, counts as having had its share of what the others had, but for a window: else it
     * would take everything until it has caught up with all history, or get nothing until all history is paid for. What
     * runs now is no history yet, and what it will take is only a guess that nobody would correct later.
     *
     * @param weights of the others, at least one
     * @param settled what they have had that is over
     */
    static void join(Account account, double weights, double settled, Rules rules) {
        if (rules.window() < Double.POSITIVE_INFINITY) {
            double part = account.weight / weights;
            double own = account.settled();
            double least = part * Math.max(0, settled - rules.window());
            double most = part * (settled + rules.window());
            account.credit += Math.max(least, Math.min(most, own)) - own;
        }
    }

    /**
     * Weights become others by this change, and that counts from now on: by how much each has had too much or too
     * little stays what it is. Else whoever gets a larger weight would have to be given it of all the past first, and
     * the others would get nothing meanwhile. Without a window all history counts.
     */
    void reweigh(Runnable change, Rules rules) {
        changed();
        if (rules.window() == Double.POSITIVE_INFINITY) {
            change.run();
            return;
        }
        double settled = settled();
        credit(-settled);
        change.run();
        credit(settled);
    }

    /** Divides so many core-minutes among all by their weights. */
    private void credit(double coreMinutes) {
        double weights = weights();
        for (Account one : active.values()) {
            one.credit += one.weight / weights * coreMinutes;
        }
    }

    /**
     * By how much somebody has had less than a window below its share, in relation to the others; what is more than
     * that is lost to who let its turns pass.
     */
    private double forfeit(Account account, double weights, double had, Rules rules) {
        double own = account.had(rules.usual());
        double others = weights - account.weight;
        return others <= 0 ? 0 : account.weight / others * (had - own - rules.window()) - own;
    }

    /** Of those who have nothing for the node that asks, who is farther behind than the window allows. */
    @Nullable
    K passing(Collection<K> present, Rules rules) {
        if (active.size() < 2 || active.size() <= present.size() || rules.window() == Double.POSITIVE_INFINITY) {
            return null;
        }
        double weights = weights();
        double had = had(rules.usual());
        K found = null;
        double most = NOTABLE;
        for (Map.Entry<K, Account> one : active.entrySet()) {
            double behind = forfeit(one.getValue(), weights, had, rules);
            if (behind > most && !present.contains(one.getKey())) {
                most = behind;
                found = one.getKey();
            }
        }
        return found;
    }

    /** Gives up what it had saved beyond the window. */
    void pass(K who, Rules rules) {
        Account account = active.get(who);
        if (account != null && rules.window() < Double.POSITIVE_INFINITY) {
            account.credit += Math.max(0, forfeit(account, weights(), had(rules.usual()), rules));
            changed();
        }
    }

    /** How far each is above or below its share; of so many at most. */
    Served.Line<K> served(int most) {
        double weights = weights();
        double settled = settled();
        Map<K, Double> beyond = new TreeMap<>();
        for (Map.Entry<K, Account> one : active.entrySet()) {
            Account account = one.getValue();
            if (beyond.size() < most) {
                beyond.put(one.getKey(), account.settled() - account.weight / weights * settled);
            }
        }
        return new Served.Line<>(settled, beyond);
    }

    /** From now on each is so far above or below its share. */
    void serve(Served.Line<K> line) {
        double weights = weights();
        active.forEach((who, account) -> account.settleAt(line.of(who) + account.weight / weights * line.total()));
        changed();
    }

    /** Who of the rivals is served least; at least one. */
    K least(Collection<K> rivals, Rules rules) {
        double weights = weights();
        double had = had(rules.usual());
        K best = null;
        double most = 0;
        for (K one : rivals) {
            Account account = active.get(one);
            double part = account == null ? 0 : account.weight / weights;
            double value = account == null ? 0 : value(part, account.had(rules.usual()), had);
            if (best == null || value > most) {
                best = one;
                most = value;
            }
        }
        if (best == null) {
            throw new IllegalArgumentException("nobody to choose from");
        }
        return best;
    }

    /**
     * Who of the rivals has its part of the slots with tasks of unknown length. It may run no more of them while others
     * have something to run: nobody could take them back.
     */
    Set<K> full(Collection<K> rivals, Rules rules) {
        double weights = weights();
        Set<K> found = new TreeSet<>();
        for (K one : rivals) {
            Account account = active.get(one);
            if (account != null && account.untriedCores >= mostUntried(account.weight / weights, rules)) {
                found.add(one);
            }
        }
        return found;
    }

    private static double mostUntried(double part, Rules rules) {
        return Math.max(1, part * rules.slots());
    }

    /** On how many cores one may run tasks of unknown length while others have something to run. */
    int fullAt(K who, Rules rules) {
        Account account = active.get(who);
        return account == null ? 0 : (int) Math.ceil(mostUntried(account.weight / weights(), rules));
    }

    /** What part of all is somebody's by weight; all of it if nobody shares. */
    double part(K who) {
        Account account = active.get(who);
        return account == null ? 1 : account.weight / weights();
    }

    /** How somebody is served: its part by weight and what it has had of all. */
    double value(K who, Rules rules) {
        Account account = active.get(who);
        return account == null ? 0 : value(account.weight / weights(), account.had(rules.usual()), had(rules.usual()));
    }

    /** What each shall have and has had, in parts of the whole. */
    SortedMap<K, Portion> portions(Rules rules, ToIntFunction<K> cores) {
        double weights = weights();
        double had = had(rules.usual());
        SortedMap<K, Portion> portions = new TreeMap<>();
        active.forEach((who, account) -> {
            // Whoever is still owed something from before its weight changed counts as having had less than nothing.
            double given = had > 0 ? Math.max(0, Math.min(1, account.had(rules.usual()) / had)) : 0;
            double wanted = account.weight / weights;
            portions.put(who, new Portion(account.weight, wanted, given, cores.applyAsInt(who)));
        });
        return portions;
    }

    /** From -1 to 1; more than 0 for who is served too little; all together 0. */
    static double value(double part, double had, double allHad) {
        return allHad > 0 ? part - had / allHad : 0;
    }
}
