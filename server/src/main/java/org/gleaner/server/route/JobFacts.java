package org.gleaner.server.route;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Precedence;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.store.History;
import org.gleaner.server.http.Refused;

/** What the store tells of a job to those who may see it. To all others a job looks like one that does not exist. */
public final class JobFacts {
    private final History history;

    JobFacts(History history) {
        this.history = history;
    }

    /** Refuses unless the caller may see the job. */
    void check(Caller caller, JobId job) throws StoreException, Refused {
        Optional<Owner> owner = history.owner(job);
        if (owner.isEmpty() || !caller.mayTouch(owner.get())) {
            throw Refused.of(new Rejection.UnknownJob(job));
        }
    }

    /** What it is and where its tasks stand, without the story of its attempts. */
    StoredJob job(Caller caller, JobId job) throws StoreException, Refused {
        check(caller, job);
        return history.outline(job).orElseThrow(() -> Refused.of(new Rejection.UnknownJob(job)));
    }

    /** What a job is, with the names of all its files. */
    JobSpec whole(StoredJob job) throws StoreException {
        boolean isAside = job.spec().aside().inputs() + job.spec().aside().outputs() > 0;
        return isAside ? history.files(job.id()).map(job.spec()::with).orElse(job.spec()) : job.spec();
    }

    /** Where a job stands, open or closed, if the caller may see it. */
    Optional<JobSummary> find(Caller caller, JobId job) throws StoreException {
        Optional<Owner> owner = history.owner(job);
        return owner.isEmpty() || !caller.mayTouch(owner.get())
                ? Optional.empty()
                : history.outline(job).map(JobFacts::summary);
    }

    /** Where the jobs stand that this one waits for, without those that do not exist. */
    List<StoredJob> predecessors(JobSpec spec) throws StoreException {
        TreeSet<JobId> ids = new TreeSet<>();
        spec.turn().after().forEach(one -> ids.add(one.job()));
        List<StoredJob> found = new ArrayList<>();
        for (JobId id : ids) {
            history.outline(id).ifPresent(found::add);
        }
        return found;
    }

    /** A job that this one waits for in vain, as what counts of it is cancelled. */
    Optional<JobId> cancelledBefore(Caller caller, JobId job) throws StoreException {
        Optional<StoredJob> stored = history.outline(job);
        if (stored.isEmpty()) {
            return Optional.empty();
        }
        List<StoredJob> before = predecessors(stored.get().spec());
        before.removeIf(one -> !caller.mayTouch(one.owner()));
        return Precedence.cancelledBefore(stored.get().spec(), before);
    }

    /** The job if it is closed and the caller may see it. */
    Optional<JobSummary> closed(Caller caller, JobId job) throws StoreException {
        return history.closedJobs(caller, new Selector.OneJob(job), 1).stream().findFirst();
    }

    /** Where its tasks stand, as people see it. */
    public static JobSummary summary(StoredJob job) {
        Map<TaskState, BitSet> states = states(job);
        Map<TaskState, Integer> counts = new EnumMap<>(TaskState.class);
        states.forEach((state, tasks) -> counts.put(state, tasks.cardinality()));
        return new JobSummary(
                job.id(),
                job.spec().name(),
                job.spec().type(),
                job.owner(),
                job.submitted(),
                TaskCounts.of(counts),
                job.brake().note());
    }

    /** Every task in its one state, as people see it: running while an attempt lives, whatever comes after it. */
    static Map<TaskState, BitSet> states(StoredJob job) {
        BitSet rest = new BitSet();
        rest.set(1, job.spec().tasks() + 1);
        BitSet running = new BitSet();
        job.live().forEach(live -> running.set(live.attempt().ordinal()));
        Ordinals done = job.states().get(TaskState.DONE);
        if (done != null) {
            // Copies of it may live a moment longer.
            running.andNot(done.toBits());
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
