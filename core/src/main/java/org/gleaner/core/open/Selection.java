package org.gleaner.core.open;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.TaskState;
import org.jspecify.annotations.Nullable;

/**
 * What a selector means for one caller among the jobs that are open.
 *
 * @param next where to go on if there may be more; null: that is all
 */
public record Selection(
        List<Part> parts,
        Optional<Rejection> refused,
        @Nullable JobId next) {
    /** How many jobs are looked at for one answer. */
    private static final int MOST_LOOKED_AT = 10_000;

    /**
     * All tasks of one job, those in a state, or some.
     *
     * @param in the state; null: any
     * @param some null: all
     */
    public record Part(
            OpenJob job, @Nullable TaskState in, @Nullable BitSet some) {
        Part(OpenJob job) {
            this(job, null, null);
        }

        boolean whole() {
            return in == null && some == null;
        }

        /** Also where a state was given and all tasks are in it. */
        boolean hasAll() {
            return some == null
                    && (in == null || job.states().count(in) == job.states().size());
        }

        /** Made anew at each call, as an answer about many jobs needs none. */
        public BitSet ordinals() {
            BitSet ordinals = some == null ? job.states().all() : some;
            return in == null ? ordinals : job.states().select(ordinals, in);
        }
    }

    /**
     * Which part of many jobs a question is about, so that none keeps the others waiting.
     *
     * @param from the last job of the part before; null: the first part
     * @param until the youngest job that is meant; null: any
     * @param cost how much a job counts; the part ends with the one that exceeds the budget
     */
    public record Page(
            @Nullable JobId from,
            @Nullable JobId until,
            boolean youngestFirst,
            ToLongFunction<OpenJob> cost,
            long budget) {
        public Page(@Nullable JobId from, boolean youngestFirst, ToLongFunction<OpenJob> cost, long budget) {
            this(from, null, youngestFirst, cost, budget);
        }

        private Iterable<OpenJob> of(NavigableMap<JobId, OpenJob> jobs) {
            NavigableMap<JobId, OpenJob> meant = until == null ? jobs : jobs.headMap(until, true);
            NavigableMap<JobId, OpenJob> ordered = youngestFirst ? meant.descendingMap() : meant;
            return (from == null ? ordered : ordered.tailMap(from, false)).values();
        }

        /** Of some in a multitude: the multitude is not looked at. */
        private Iterable<OpenJob> of(NavigableMap<JobId, OpenJob> jobs, Selector.SomeJobs some) {
            NavigableSet<JobId> ids = new TreeSet<>(some.jobs());
            NavigableSet<JobId> ordered = youngestFirst ? ids.descendingSet() : ids;
            return (from == null ? ordered : ordered.tailSet(from, false))
                    .stream().map(jobs::get).filter(Objects::nonNull).toList();
        }
    }

    /** All of it. */
    public static Selection of(OpenJobs jobs, Caller caller, Selector selector) {
        Selection named = named(jobs, caller, selector);
        return named != null
                ? named
                : new Selection(
                        jobs.of(caller).values().stream()
                                .filter(job -> isMeant(job, selector))
                                .map(job -> part(job, selector))
                                .toList(),
                        Optional.empty(),
                        null);
    }

    /** A part of it. */
    public static Selection of(OpenJobs jobs, Caller caller, Selector selector, Page page) {
        Selector.SomeJobs some = selector instanceof Selector.SomeJobs several ? several : null;
        Selection named = some == null ? named(jobs, caller, selector) : null;
        if (named != null) {
            return named;
        }
        NavigableMap<JobId, OpenJob> seen = jobs.of(caller);
        List<Part> parts = new ArrayList<>();
        int looked = 0;
        long left = page.budget();
        for (OpenJob job : some == null ? page.of(seen) : page.of(seen, some)) {
            if (isMeant(job, selector)) {
                parts.add(part(job, selector));
                left -= page.cost().applyAsLong(job);
            }
            looked++;
            if (left <= 0 || looked == MOST_LOOKED_AT) {
                return new Selection(parts, Optional.empty(), job.id());
            }
        }
        return new Selection(parts, Optional.empty(), null);
    }

    /** Of a selector that says by itself which jobs it means; null if all have to be looked at. */
    private static @Nullable Selection named(OpenJobs jobs, Caller caller, Selector selector) {
        if (selector instanceof Selector.OneJob one) {
            OpenJob job = visible(jobs, caller, one.job());
            return job == null ? refuse(new Rejection.UnknownJob(one.job())) : whole(List.of(job));
        }
        if (selector instanceof Selector.SomeJobs some) {
            return whole(some.jobs().stream()
                    .map(id -> visible(jobs, caller, id))
                    .filter(Objects::nonNull)
                    .toList());
        }
        if (selector instanceof Selector.SomeTasks some) {
            OpenJob job = visible(jobs, caller, some.job());
            if (job == null) {
                return refuse(new Rejection.UnknownJob(some.job()));
            }
            // Before they become bits, of which a caller could ask for any number.
            if (some.ordinals().last() > job.states().size()) {
                return refuse(new Rejection.UnknownTask(job.id(), job.states().size()));
            }
            return new Selection(List.of(new Part(job, null, some.ordinals().toBits())), Optional.empty(), null);
        }
        if (selector instanceof Selector.Last) {
            NavigableMap<JobId, OpenJob> own = jobs.work().of(caller.owner());
            return whole(own.isEmpty() ? List.of() : List.of(own.lastEntry().getValue()));
        }
        return null;
    }

    /** Whether the caller may touch the job, which is open, and means it. */
    static boolean means(Caller caller, Selector selector, OpenJob job) {
        return caller.mayTouch(job.owner())
                && (selector instanceof Selector.SomeJobs some
                        ? some.jobs().contains(job.id())
                        : isMeant(job, selector));
    }

    private static boolean isMeant(OpenJob job, Selector selector) {
        if (selector instanceof Selector.InState in) {
            return job.states().count(in.state()) > 0;
        }
        if (selector instanceof Selector.Search search) {
            return search.finds(job.spec(), job.owner(), job.states().counts().jobState(job.isGrowing()));
        }
        if (selector instanceof Selector.Owned owned) {
            return owned.finds(job.owner());
        }
        if (selector instanceof Selector.Named named) {
            return job.spec().name().equals(named.name());
        }
        return !(selector instanceof Selector.Typed typed) || job.spec().type().equals(typed.type());
    }

    private static Part part(OpenJob job, Selector selector) {
        return selector instanceof Selector.InState in ? new Part(job, in.state(), null) : new Part(job);
    }

    private static @Nullable OpenJob visible(OpenJobs jobs, Caller caller, JobId id) {
        OpenJob job = jobs.get(id);
        return job == null || !caller.mayTouch(job.owner()) ? null : job;
    }

    private static Selection refuse(Rejection why) {
        return new Selection(List.of(), Optional.of(why), null);
    }

    private static Selection whole(List<OpenJob> found) {
        return new Selection(found.stream().map(Part::new).toList(), Optional.empty(), null);
    }
}
