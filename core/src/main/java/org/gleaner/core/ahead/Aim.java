package org.gleaner.core.ahead;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.core.grid.Objective;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.image.SketchedJob;
import org.gleaner.core.job.Deadline;
import org.jspecify.annotations.Nullable;

/** What somebody wants of the future, as a number: the smaller, the better, and 0.01 is about one percent. */
final class Aim {
    /** A percent of what counts less is worth so much of a percent of what counts more. */
    private static final double BESIDE = 0.1;

    /** That all deadlines are missed is worse than anything else may be. */
    private static final double ALL_LATE = 10;

    private final @Nullable Owner owner;
    private final Objective objective;
    /** While more keeps coming there is no end of it all that could count. */
    private final boolean coming;

    private final List<JobId> jobs = new ArrayList<>();
    private final Map<JobId, Long> deadlines = new HashMap<>();

    /** @param owner whose open work counts; null: all */
    Aim(@Nullable Owner owner, Objective objective, Sketch sketch, Instant now) {
        this.owner = owner;
        this.objective = objective;
        this.coming = !sketch.arrivals().lately().isEmpty();
        for (SketchedJob job : sketch.jobs().values()) {
            if (owner == null || owner.equals(job.owner())) {
                jobs.add(job.id());
                Deadline deadline = job.spec().turn().deadline();
                if (deadline != null) {
                    deadlines.put(job.id(), Duration.between(now, deadline.at()).toMillis());
                }
            }
        }
    }

    @Nullable
    Owner owner() {
        return owner;
    }

    /** @param until as far as all policies looked in this future */
    double cost(Glimpse glimpse, long until) {
        // Else whoever does first what is open now, and lets what comes wait, would look best.
        double flow = Math.log(Math.max(1, coming ? glimpse.taken(owner, until) : glimpse.flow(owner)));
        double end = Math.log(Math.max(1.0, (double) glimpse.makespan(jobs)));
        double fitting = coming ? flow + BESIDE * end : end + BESIDE * flow;
        return switch (objective) {
            case MAKESPAN -> end;
            case FLOW -> flow;
            case BALANCED -> (flow + end) / 2;
            case AUTO -> fitting;
            case DEADLINE -> ALL_LATE * late(glimpse) + fitting;
        };
    }

    /** Which part of the jobs with a deadline miss it. */
    private double late(Glimpse glimpse) {
        double late = 0;
        for (Map.Entry<JobId, Long> one : deadlines.entrySet()) {
            Glimpse.Times times = glimpse.of(one.getKey());
            late += times == null || times.finish() > one.getValue() ? 1 : 0;
        }
        return deadlines.isEmpty() ? 0 : late / deadlines.size();
    }
}
