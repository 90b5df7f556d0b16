package org.gleaner.core.placing;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gleaner.core.pool.Matches;
import org.gleaner.core.scheduling.Candidate;
import org.gleaner.core.scheduling.Candidates;

/**
 * What nodes of one kind with the same room could take. A memory of a pure function of the groups: it only saves time,
 * and {@link #fault} finds out if it does not. When a group has another turn, that alone is looked at again. Confined
 * to {@link ReadyGroups}.
 */
final class KnownCandidates {
    /**
     * Nodes of one kind that have room for the same. How much they have does not matter: on machines that people use
     * it is never twice the same.
     *
     * @param demands the numbers of those that there is room for
     */
    record Room(Matches.NodeKind kind, BitSet demands) {
        boolean takes(ReadyGroups.Key group) {
            return demands.get(group.wanted().number())
                    && kind.fits(group.wanted(), group.type().type());
        }
    }

    /** The candidates for a room, as of so many changes. */
    private static final class Known {
        private final Candidates candidates;
        private int changes;

        private Known(Candidates candidates, int changes) {
            this.candidates = candidates;
            this.changes = changes;
        }
    }

    private static final int MOST_ROOMS = 64;

    /** After more of them all is found anew. */
    private static final int MOST_CHANGES = 1_000;

    private final Collection<ReadyGroup> groups;
    private final Map<Room, Known> rooms = new HashMap<>();
    /** Groups that got another turn, in this order, since all was forgotten. */
    private final List<ReadyGroup> changes = new ArrayList<>();

    /** @param groups always those that there are, in their order */
    KnownCandidates(Collection<ReadyGroup> groups) {
        this.groups = groups;
    }

    /** The group has another turn, has come or is gone. */
    void change(ReadyGroup group) {
        if (changes.size() >= MOST_CHANGES) {
            forget();
        }
        if (!rooms.isEmpty()) {
            changes.add(group);
        }
    }

    private void forget() {
        rooms.clear();
        changes.clear();
    }

    Candidates of(Room room) {
        Known known = rooms.get(room);
        if (known == null || changes.size() - known.changes > groups.size()) {
            if (known == null && rooms.size() >= MOST_ROOMS) {
                forget();
            }
            known = new Known(find(room), changes.size());
            rooms.put(room, known);
        }
        return update(room, known);
    }

    private Candidates update(Room room, Known known) {
        for (; known.changes < changes.size(); known.changes++) {
            ReadyGroup changed = changes.get(known.changes);
            known.candidates.replace(changed.number(), changed.candidates(room));
        }
        return known.candidates;
    }

    private Candidates find(Room room) {
        List<Candidate> found = new ArrayList<>();
        for (ReadyGroup group : groups) {
            found.addAll(group.candidates(room));
        }
        return new Candidates(found);
    }

    /** How what is remembered differs from what would be found now; nothing if it is right. */
    Optional<String> fault() {
        return rooms.entrySet().stream()
                .flatMap(one -> update(one.getKey(), one.getValue()).differenceFrom(find(one.getKey())).stream())
                .findFirst();
    }
}
