package org.gleaner.core.ahead;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.gleaner.core.grid.Served;
import org.gleaner.core.grid.Settings;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.image.PoolImage;
import org.gleaner.core.image.SketchChange;
import org.gleaner.core.image.SketchedJob;
import org.gleaner.core.image.SketchedNode;
import org.gleaner.core.node.Absence;
import org.gleaner.core.observer.TypeBelief;

/**
 * What is open, who is there and what is believed: kept up to date by what images tell, beside the thread that owns the
 * grid. Confined to one thread.
 */
public final class Sketch {
    /** For so many jobs that somebody supposes there are numbers. */
    static final int ROOM = 1_000;

    private final TreeMap<JobId, SketchedJob> jobs = new TreeMap<>();
    private final TreeMap<NodeId, SketchedNode> nodes = new TreeMap<>();
    private final TreeMap<TypeKey, TypeBelief> types = new TreeMap<>();
    private final Absences absences;
    private final PastArrivals arrivals;
    private Settings settings = Settings.DEFAULT;
    private Instant at = Instant.EPOCH;
    private Served served = Served.EVENLY;
    private boolean behind = true;
    /** What is submitted later counts from here; 0: from behind all that is open. */
    private long nextJob;

    public Sketch() {
        this(new Absences());
    }

    /** @param absences what is known of them from before */
    public Sketch(Absences absences) {
        this.absences = absences;
        this.arrivals = new PastArrivals();
    }

    private Sketch(Sketch like) {
        absences = like.absences.copy();
        arrivals = like.arrivals.copy();
        jobs.putAll(like.jobs);
        nodes.putAll(like.nodes);
        types.putAll(like.types);
        settings = like.settings;
        at = like.at;
        served = like.served;
        behind = like.behind;
        nextJob = like.nextJob();
    }

    /** The same as it is now, for somebody else to keep. */
    public Sketch copy() {
        return new Sketch(this);
    }

    public void take(PoolImage image) {
        settings = image.settings();
        at = image.at();
        Optional<SketchChange> change = image.sketch();
        if (change.isPresent()) {
            take(change.get());
        }
    }

    /** What is told is believed. */
    public void take(SketchChange change) {
        if (change.first()) {
            jobs.clear();
            nodes.clear();
            types.clear();
        }
        for (SketchedJob job : change.jobs()) {
            if (jobs.put(job.id(), job) == null) {
                arrivals.note(job);
            }
        }
        change.gone().forEach(jobs::remove);
        for (SketchedNode node : change.nodes()) {
            nodes.put(node.id(), node);
            Absence last = node.absence();
            if (last != null) {
                absences.note(node.id(), last);
            }
        }
        for (NodeId node : change.forgotten()) {
            nodes.remove(node);
            absences.forget(node);
        }
        types.putAll(change.types());
        change.unknown().forEach(types::remove);
        served = change.served();
        behind = change.behind();
    }

    /** Whether changes are on their way that belong to what is known. */
    public boolean isBehind() {
        return behind;
    }

    /** As of when it is. */
    public Instant at() {
        return at;
    }

    public Settings settings() {
        return settings;
    }

    /** How those who share the pool stand. */
    public Served served() {
        return served;
    }

    public NavigableMap<JobId, SketchedJob> jobs() {
        return Collections.unmodifiableNavigableMap(jobs);
    }

    public NavigableMap<NodeId, SketchedNode> nodes() {
        return Collections.unmodifiableNavigableMap(nodes);
    }

    public Map<TypeKey, TypeBelief> types() {
        return Collections.unmodifiableMap(types);
    }

    /** The number of the next job that comes by itself: whoever supposes jobs finds room before it. */
    long nextJob() {
        long behindAll = (jobs.isEmpty() ? 0 : jobs.lastKey().value()) + ROOM;
        return nextJob == 0 ? behindAll : nextJob;
    }

    void suppose(SketchedJob job) {
        jobs.put(job.id(), job);
    }

    void suppose(SketchedNode node) {
        nodes.put(node.id(), node);
    }

    void suppose(Settings others) {
        settings = others;
    }

    void supposeGone(NodeId node) {
        nodes.remove(node);
    }

    Absences absences() {
        return absences;
    }

    PastArrivals arrivals() {
        return arrivals;
    }
}
