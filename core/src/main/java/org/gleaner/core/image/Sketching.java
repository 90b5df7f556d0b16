package org.gleaner.core.image;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.node.Duty;
import org.gleaner.core.observer.TypeBelief;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.placing.Roster;
import org.gleaner.core.pool.GridNode;
import org.jspecify.annotations.Nullable;

/**
 * Notes what events touch, and tells whoever keeps a sketch of the grid what became of it: once a second, and a bounded
 * number at a time, so that neither the first sketch of a large grid nor a busy second holds up the thread that owns
 * it. What did not fit goes with the next images, however soon these are made: nobody can use half of a sketch. Before
 * it is asked for the first time it notes nothing. Soft, and confined to that thread.
 */
final class Sketching {
    /** Of each kind, in one change. */
    private static final int MOST = 1_000;

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Roster roster;
    private final LinkedHashSet<JobId> jobs = new LinkedHashSet<>();
    private final LinkedHashSet<NodeId> nodes = new LinkedHashSet<>();
    private final LinkedHashSet<TypeKey> types = new LinkedHashSet<>();
    private boolean followed;
    private boolean behind;
    private Instant last = Instant.MIN;

    Sketching(Roster roster) {
        this.roster = roster;
    }

    void touched(JobId job) {
        if (followed) {
            jobs.add(job);
        }
    }

    void touched(NodeId node) {
        if (followed) {
            nodes.add(node);
        }
    }

    void touched(TypeKey type) {
        if (followed) {
            types.add(type);
        }
    }

    /** Whether there is more than fitted into the last change. */
    boolean isBehind() {
        return behind;
    }

    /** Null: it is too early, or nothing changed. */
    @Nullable
    SketchChange next(Instant now) {
        boolean first = !followed;
        if (first) {
            followed = true;
            jobs.addAll(roster.jobs().all().keySet());
            roster.nodes().values().forEach(node -> nodes.add(node.id()));
            types.addAll(roster.groups().beliefs().keySet());
        } else if (!isBehind() && isEarly(now)) {
            return null;
        } else if (jobs.isEmpty() && nodes.isEmpty() && types.isEmpty()) {
            return null;
        }
        last = now;
        return change(first);
    }

    private boolean isEarly(Instant now) {
        return !now.isBefore(last) && Duration.between(last, now).compareTo(PAUSE) < 0;
    }

    private SketchChange change(boolean first) {
        List<SketchedJob> open = new ArrayList<>();
        List<JobId> gone = new ArrayList<>();
        for (JobId id : taken(jobs)) {
            OpenJob job = roster.jobs().get(id);
            if (job == null) {
                gone.add(id);
            } else {
                open.add(SketchedJob.of(job));
            }
        }
        List<SketchedNode> known = new ArrayList<>();
        List<NodeId> forgotten = new ArrayList<>();
        for (NodeId id : taken(nodes)) {
            GridNode node = roster.nodes().get(id);
            if (node == null || node.duty() == Duty.FORGOTTEN) {
                forgotten.add(id);
            } else {
                known.add(SketchedNode.of(node));
            }
        }
        Map<TypeKey, TypeBelief> beliefs = new HashMap<>();
        List<TypeKey> unknown = new ArrayList<>();
        for (TypeKey type : taken(types)) {
            TypeBelief belief = roster.groups().belief(type);
            if (belief == null) {
                unknown.add(type);
            } else {
                beliefs.put(type, belief);
            }
        }
        behind = !(jobs.isEmpty() && nodes.isEmpty() && types.isEmpty());
        return new SketchChange(
                first,
                behind,
                open,
                gone,
                known,
                forgotten,
                beliefs,
                unknown,
                roster.shares().served());
    }

    /** Takes out those that were touched first. */
    private static <T> List<T> taken(Set<T> touched) {
        List<T> some = new ArrayList<>(Math.min(touched.size(), MOST));
        for (Iterator<T> all = touched.iterator(); all.hasNext() && some.size() < MOST; all.remove()) {
            some.add(all.next());
        }
        return some;
    }
}
