package org.gleaner.server.forecast;

import java.util.HashMap;
import java.util.Map;
import org.gleaner.core.ahead.Sketch;
import org.gleaner.core.grid.Halt;
import org.gleaner.core.id.JobId;
import org.gleaner.core.image.SketchedJob;
import org.gleaner.core.image.SketchedNode;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.node.Duty;
import org.gleaner.core.observer.TypeBelief;
import org.gleaner.protocol.message.Expectation.Standstill;
import org.jspecify.annotations.Nullable;

/** Which open jobs nothing can be said of, because of themselves or of what they wait for. Confined to one thread. */
public final class Hurdles {
    private final Map<JobId, JobId> unknown = new HashMap<>();
    private final Map<JobId, JobId> stuck = new HashMap<>();
    private final Standstill standstill;

    /** Whom a job waits for is older, so that one round is enough. */
    public Hurdles(Sketch sketch) {
        standstill = standstill(sketch);
        for (SketchedJob job : sketch.jobs().values()) {
            if (!isKnown(sketch, job)) {
                unknown.put(job.id(), job.id());
            }
            if (job.tasks().paused() + job.tasks().blocked() > 0) {
                stuck.put(job.id(), job.id());
            }
            for (Predecessor one : job.spec().turn().after()) {
                inherit(unknown, job.id(), one.job());
                inherit(stuck, job.id(), one.job());
            }
        }
    }

    private static Standstill standstill(Sketch sketch) {
        if (sketch.settings().halt() != Halt.NONE) {
            return Standstill.HALTED;
        }
        boolean some = false;
        for (SketchedNode node : sketch.nodes().values()) {
            Duty duty = node.row().duty();
            if (duty == Duty.WORKING) {
                return Standstill.NONE;
            }
            some |= duty != Duty.FORGOTTEN;
        }
        return some ? Standstill.MACHINES_PAUSED : Standstill.NONE;
    }

    /** Why nothing starts in the whole pool. */
    Standstill standstill() {
        return standstill;
    }

    private static void inherit(Map<JobId, JobId> hurdles, JobId job, JobId from) {
        JobId hurdle = hurdles.get(from);
        if (hurdle != null) {
            hurdles.putIfAbsent(job, hurdle);
        }
    }

    /** Whether it is known how long tasks of its type take. */
    public static boolean isKnown(Sketch sketch, SketchedJob job) {
        TypeBelief belief = sketch.types().get(job.type());
        return (belief != null && belief.isKnown()) || job.spec().limits().expected() != null;
    }

    /** The job of which nobody knows how long it takes: this one, or one that it waits for; null: none. */
    public @Nullable JobId unknown(JobId job) {
        return unknown.get(job);
    }

    /** The job of which something is paused or blocked: this one, or one that it waits for; null: none. */
    public @Nullable JobId stuck(JobId job) {
        return stuck.get(job);
    }
}
