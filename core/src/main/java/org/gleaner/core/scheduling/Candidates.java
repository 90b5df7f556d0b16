package org.gleaner.core.scheduling;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.jspecify.annotations.Nullable;

/**
 * The groups that a node could take. Nodes that are alike have them in common for many decisions, so that what depends
 * on nothing else is worked out once, by the first who asks. What runs of a type changes meanwhile; which jobs are the
 * oldest does not.
 */
public final class Candidates {
    private final List<Candidate> all;
    private @Nullable Candidate oldest;
    private @Nullable Candidates foremost;
    private @Nullable Map<Owner, Candidates> ofOwners;
    private @Nullable List<Candidate> ofTypes;

    public Candidates(List<Candidate> all) {
        this.all = List.copyOf(all);
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    public List<Candidate> all() {
        return all;
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

    /** Of each owner only those with the highest priority: it counts among the jobs of one owner. */
    public Candidates foremost() {
        Candidates known = foremost;
        if (known == null) {
            known = all.stream().allMatch(one -> one.priority() == 0) ? this : highest();
            foremost = known;
        }
        return known;
    }

    private Candidates highest() {
        Map<Owner, Integer> highest = new LinkedHashMap<>();
        for (Candidate one : all) {
            highest.merge(one.type().owner(), one.priority(), Math::max);
        }
        return new Candidates(all.stream()
                .filter(one -> highest.getOrDefault(one.type().owner(), 0) == one.priority())
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
