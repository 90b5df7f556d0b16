package org.gleaner.core.grid;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.gleaner.core.id.JobId;
import org.jspecify.annotations.Nullable;

/** What a selector means for one caller among the jobs that are open. */
record Selection(List<Part> parts, Optional<Rejection> refused) {
    /** Some or all tasks of one job. */
    record Part(OpenJob job, BitSet ordinals, boolean whole) {}

    static Selection of(GridState state, Caller caller, Selector selector) {
        if (selector instanceof Selector.OneJob one) {
            OpenJob job = visible(state, caller, one.job());
            return job == null ? unknown(one.job()) : whole(List.of(job));
        }
        if (selector instanceof Selector.SomeJobs some) {
            return whole(some.jobs().stream()
                    .map(id -> visible(state, caller, id))
                    .filter(Objects::nonNull)
                    .toList());
        }
        if (selector instanceof Selector.SomeTasks some) {
            OpenJob job = visible(state, caller, some.job());
            if (job == null) {
                return unknown(some.job());
            }
            // Before they become bits, of which a caller could ask for any number.
            if (some.ordinals().last() > job.states().size()) {
                return refuse(new Rejection.UnknownTask(job.id(), job.states().size()));
            }
            return new Selection(List.of(new Part(job, some.ordinals().toBits(), false)), Optional.empty());
        }
        if (selector instanceof Selector.Last) {
            OpenJob job = state.lastJobOf(caller.owner());
            return job == null ? whole(List.of()) : whole(List.of(job));
        }
        if (selector instanceof Selector.InState in) {
            List<Part> parts = new ArrayList<>();
            for (OpenJob job : state.jobsOf(caller)) {
                if (job.states().count(in.state()) > 0) {
                    parts.add(new Part(job, job.states().select(job.states().all(), in.state()), false));
                }
            }
            return new Selection(parts, Optional.empty());
        }
        return whole(state.jobsOf(caller).stream()
                .filter(job -> !(selector instanceof Selector.Named named)
                        || job.spec().name().equals(named.name()))
                .filter(job -> !(selector instanceof Selector.Typed typed)
                        || job.spec().type().equals(typed.type()))
                .toList());
    }

    private static @Nullable OpenJob visible(GridState state, Caller caller, JobId id) {
        OpenJob job = state.job(id);
        return job == null || !caller.mayTouch(job.owner()) ? null : job;
    }

    private static Selection unknown(JobId job) {
        return refuse(new Rejection.UnknownJob(job));
    }

    private static Selection refuse(Rejection why) {
        return new Selection(List.of(), Optional.of(why));
    }

    private static Selection whole(List<OpenJob> jobs) {
        return new Selection(
                jobs.stream()
                        .map(job -> new Part(job, job.states().all(), true))
                        .toList(),
                Optional.empty());
    }
}
