package org.gleaner.core.scheduling;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.jspecify.annotations.Nullable;

/**
 * The groups that a node could take. Nodes that are alike have them in common for many decisions, so that what depends
 * on nothing else is worked out once, by the first who asks, and when one group changes not for all others again. What
 * runs of a type changes meanwhile; which jobs are the oldest does not.
 */
public final class Candidates {
    private final List<Candidate> all;
    private final List<Candidate> view;
    /** How many have another preference than the usual; negative: nobody has counted yet. */
    private int preferred = -1;

    private @Nullable Candidate oldest;
    private @Nullable Candidates foremost;
    private @Nullable Map<Owner, Candidates> ofOwners;
    private @Nullable List<Candidate> ofTypes;

    public Candidates(List<Candidate> all) {
        this.all = new ArrayList<>(all);
        this.view = Collections.unmodifiableList(this.all);
    }

    /**
     * The group has become another, has come or is gone. All must be in the order of their groups.
     *
     * @param now what there is to take of it
     */
    public void replace(long group, List<Candidate> now) {
        int from = indexOf(group);
        int to = from;
        while (to < all.size() && all.get(to).group() == group) {
            to++;
        }
        List<Candidate> before = all.subList(from, to);
        if (before.equals(now)) {
            return;
        }
        Owner owner = (now.isEmpty() ? before : now).get(0).type().owner();
        if (oldest != null && before.contains(oldest)) {
            oldest = null;
        }
        for (Candidate one : now) {
            oldest = oldest != null && one.isOlder(oldest) ? one : oldest;
        }
        if (preferred >= 0) {
            preferred += preferred(now) - preferred(before);
        }
        before.clear();
        all.addAll(from, now);
        foremost = null;
        ofTypes = null;
        if (ofOwners != null) {
            replace(ofOwners, owner, group, now);
        }
    }

    /** The index of the first that is of this group or of one behind it. */
    private int indexOf(long group) {
        int low = 0;
        int high = all.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (all.get(middle).group() < group) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void replace(Map<Owner, Candidates> owners, Owner owner, long group, List<Candidate> now) {
        Candidates hers = owners.computeIfAbsent(owner, one -> new Candidates(List.of()));
        long first = hers.first();
        hers.replace(group, now);
        if (hers.isEmpty()) {
            owners.remove(owner);
        } else if (hers.first() != first) {
            // They stand in the order of their first groups.
            List<Map.Entry<Owner, Candidates>> entries = new ArrayList<>(owners.entrySet());
            entries.sort(Comparator.comparingLong(one -> one.getValue().first()));
            Map<Owner, Candidates> sorted = new LinkedHashMap<>();
            entries.forEach(one -> sorted.put(one.getKey(), one.getValue()));
            ofOwners = sorted;
        }
    }

    /** The first group; 0 if there is none. */
    private long first() {
        return all.isEmpty() ? 0 : all.get(0).group();
    }

    /** How these differ from those in what was worked out so far; for simulations. */
    public Optional<String> differenceFrom(Candidates other) {
        boolean same = all.equals(other.all)
                && (preferred < 0 || preferred == preferred(other.all))
                && (oldest == null || oldest.equals(other.oldest()))
                && (ofOwners == null || areSame(ofOwners, other.ofOwners()));
        return same ? Optional.empty() : Optional.of("candidates: " + all + ", not " + other.all);
    }

    /** Also in the same order. */
    private static boolean areSame(Map<Owner, Candidates> some, Map<Owner, Candidates> others) {
        return List.copyOf(some.keySet()).equals(List.copyOf(others.keySet()))
                && some.entrySet().stream()
                        .allMatch(one -> one.getValue()
                                .differenceFrom(Objects.requireNonNull(others.get(one.getKey())))
                                .isEmpty());
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    public List<Candidate> all() {
        return view;
    }

    /** The one with the oldest job; there must be one. */
    public Candidate oldest() {
        Candidate known = oldest;
        if (known == null) {
            known = all.get(0);
            for (Candidate one : all) {
                known = one.isOlder(known) ? one : known;
            }
            oldest = known;
        }
        return known;
    }

    /** Of each owner only what goes first among the owner's jobs: by priority, then what has to hurry most. */
    public Candidates foremost() {
        Candidates known = foremost;
        if (known == null) {
            // When one group changes all others are what they were.
            preferred = preferred < 0 ? preferred(all) : preferred;
            known = preferred == 0 ? this : highest();
            foremost = known;
        }
        return known;
    }

    private static int preferred(List<Candidate> some) {
        int count = 0;
        for (Candidate one : some) {
            count += one.preference().isUsual() ? 0 : 1;
        }
        return count;
    }

    private Candidates highest() {
        Map<Owner, Preference> highest = new LinkedHashMap<>();
        for (Candidate one : all) {
            highest.merge(
                    one.type().owner(), one.preference(), (best, other) -> other.compareTo(best) < 0 ? other : best);
        }
        return new Candidates(all.stream()
                .filter(one -> one.preference().equals(highest.get(one.type().owner())))
                .toList());
    }

    /** Whose they are. */
    public Set<Owner> owners() {
        return ofOwners().keySet();
    }

    /** Those of each owner. */
    public Map<Owner, Candidates> ofOwners() {
        Map<Owner, Candidates> known = ofOwners;
        if (known == null) {
            Map<Owner, List<Candidate>> lists = new LinkedHashMap<>();
            for (Candidate one : all) {
                lists.computeIfAbsent(one.type().owner(), owner -> new ArrayList<>())
                        .add(one);
            }
            Map<Owner, Candidates> found = new LinkedHashMap<>();
            lists.forEach((owner, list) -> found.put(owner, new Candidates(list)));
            ofOwners = found;
            known = found;
        }
        return known;
    }

    /** Of each type the one with the oldest job. */
    List<Candidate> ofTypes() {
        List<Candidate> known = ofTypes;
        if (known == null) {
            Map<TypeKey, Candidate> found = new LinkedHashMap<>();
            for (Candidate one : all) {
                found.merge(one.type(), one, (before, other) -> other.isOlder(before) ? other : before);
            }
            known = List.copyOf(found.values());
            ofTypes = known;
        }
        return known;
    }

    public Candidates without(List<Candidate> some) {
        List<Candidate> rest = new ArrayList<>(all);
        rest.removeAll(some);
        return new Candidates(rest);
    }
}
