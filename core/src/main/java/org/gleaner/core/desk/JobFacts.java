package org.gleaner.core.desk;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Cause;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.Hosting;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.open.Precedence;
import org.gleaner.core.store.History;
import org.jspecify.annotations.Nullable;

/** What the store tells of a job to those who may see it. To all others a job looks like one that does not exist. */
public record JobFacts(History history) {
    /** Whether there is such a job and the caller may see it. */
    public boolean shows(Caller caller, JobId job) throws StoreException {
        Optional<Owner> owner = history.owner(job);
        return owner.isPresent() && caller.mayTouch(owner.get());
    }

    /** What it is and where its tasks stand, without the story of its attempts, if the caller may see it. */
    public Optional<StoredJob> job(Caller caller, JobId job) throws StoreException {
        return shows(caller, job) ? history.outline(job) : Optional.empty();
    }

    /** What a job is, with the names of all its files. */
    public JobSpec whole(StoredJob job) throws StoreException {
        boolean isAside = job.spec().aside().inputs() + job.spec().aside().outputs() > 0;
        return isAside ? history.files(job.id()).map(job.spec()::with).orElse(job.spec()) : job.spec();
    }

    /** Where the jobs stand that these wait for, without those that do not exist. */
    List<StoredJob> predecessors(List<JobSpec> specs) throws StoreException {
        TreeSet<JobId> ids = new TreeSet<>();
        specs.forEach(spec -> spec.turn().after().forEach(one -> ids.add(one.job())));
        List<StoredJob> found = new ArrayList<>();
        for (JobId id : ids) {
            history.outline(id).ifPresent(found::add);
        }
        return found;
    }

    /** The same for the job that the selector names by its number; null if it is not there, or not the caller's. */
    @Nullable
    List<StoredJob> predecessors(Caller caller, Selector selector) throws StoreException {
        Optional<JobId> named = selector.named();
        Optional<StoredJob> job = named.isEmpty() ? Optional.empty() : job(caller, named.get());
        return job.isEmpty() ? null : predecessors(List.of(job.get().spec()));
    }

    /** Why tasks of a closed job are cancelled: by hand, or because of what it waited for. */
    Cause whyCancelled(Caller caller, JobId job) throws StoreException {
        Optional<StoredJob> stored = history.outline(job);
        if (stored.isEmpty()) {
            return new Cause.Cancelled(null);
        }
        JobSpec spec = stored.get().spec();
        Hosting hosting = spec.hosting();
        if (hosting != null && !hosting.stopped().isEmpty()) {
            return new Cause.HostStopped(hosting.stopped());
        }
        if (spec.isSolved()) {
            return new Cause.NotNeeded();
        }
        List<StoredJob> before = predecessors(List.of(spec));
        Optional<JobId> unfailed = Precedence.nothingFailed(spec, before);
        if (unfailed.isPresent()) {
            return new Cause.NothingFailed(unfailed.get());
        }
        before.removeIf(one -> !caller.mayTouch(one.owner()));
        return new Cause.Cancelled(
                Precedence.cancelledBefore(spec, before).orElse(null), Cause.Means.isOfProgram(spec));
    }

    /** {@code last} may be closed, so the grid can't tell which it is; empty if the caller never had a job. */
    Optional<Selector> resolve(Caller caller, Selector selector) throws StoreException {
        return selector instanceof Selector.Last
                ? history.lastJob(caller.owner()).map(Selector.OneJob::new)
                : Optional.of(selector);
    }

    /** Closed jobs that are meant, youngest first; {@code all} and an owner mean open ones only. */
    List<JobSummary> closed(Caller caller, Selector selector, int limit) throws StoreException {
        return selector.isOpenOnly() ? List.of() : history.closedJobs(caller, selector, limit);
    }

    /** The job that the selector names by its number if it is closed and the caller may see it. */
    Optional<JobSummary> closedOne(Caller caller, Selector selector) throws StoreException {
        Optional<JobId> named = selector.named();
        return named.isEmpty()
                ? Optional.empty()
                : history.closedJobs(caller, new Selector.OneJob(named.get()), 1).stream()
                        .findFirst();
    }

    /** The summary of a stored job, with its end if it is closed. */
    public JobSummary withEnd(StoredJob job) throws StoreException {
        JobSummary summary = summary(job);
        Caller owner = new Caller(job.owner(), false);
        return closedOne(owner, new Selector.OneJob(job.id()))
                .map(JobSummary::ended)
                .map(summary::endedAt)
                .orElse(summary);
    }

    /** Who keeps files that come with a change to what is selected. */
    public Owner keeper(Caller caller, Selector selector) throws StoreException {
        Optional<JobId> named = selector.named();
        return named.isEmpty() ? caller.owner() : history.owner(named.get()).orElse(caller.owner());
    }

    /** Of the attempts in one, one runs. */
    private record Lane(NodeId node, int number) {
        static Lane of(StoredJob.LiveRow attempt) {
            return new Lane(attempt.node(), attempt.lane());
        }
    }

    /** Where its tasks stand, as people see it. */
    public static JobSummary summary(StoredJob job) {
        Map<TaskState, BitSet> states = states(job);
        Map<TaskState, Integer> counts = new EnumMap<>(TaskState.class);
        states.forEach((state, tasks) -> counts.put(state, tasks.cardinality()));
        int lanes = (int) job.live().stream().map(Lane::of).distinct().count();
        int queued = TaskCounts.queued(counts.getOrDefault(TaskState.RUNNING, 0), lanes);
        return new JobSummary(
                job.id(),
                job.spec().name(),
                job.spec().type(),
                job.owner(),
                job.submitted(),
                TaskCounts.of(counts).queued(queued),
                job.brake().note(),
                null,
                job.spec().origin(),
                job.spec().turn().deadline(),
                job.spec().isGrowing(),
                job.spec().hosting() != null,
                job.spec().isSolved());
    }

    /** Every task in its one state, as people see it: running while an attempt lives, unless it is over. */
    public static Map<TaskState, BitSet> states(StoredJob job) {
        BitSet rest = new BitSet();
        rest.set(1, job.spec().tasks() + 1);
        BitSet running = new BitSet();
        job.live().forEach(live -> running.set(live.attempt().ordinal()));
        for (TaskState over : List.of(TaskState.DONE, TaskState.CANCELLED)) {
            Ordinals tasks = job.states().get(over);
            if (tasks != null) {
                // What is no longer wanted of it may live a moment longer.
                running.andNot(tasks.toBits());
            }
        }
        rest.andNot(running);
        Map<TaskState, BitSet> states = new EnumMap<>(TaskState.class);
        states.put(TaskState.RUNNING, running);
        job.states().forEach((state, ordinals) -> {
            BitSet tasks = ordinals.toBits();
            tasks.and(rest);
            rest.andNot(tasks);
            states.put(state, tasks);
        });
        states.computeIfAbsent(TaskState.READY, state -> new BitSet()).or(rest);
        return states;
    }
}
