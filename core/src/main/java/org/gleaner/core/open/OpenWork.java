package org.gleaner.core.open;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.gleaner.core.grid.OpenLimits;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.JobWeight;
import org.gleaner.core.job.TaskCounts;

/** What each owner has open, and whether there is room for more. Changed by {@link JobWriter} alone. */
public final class OpenWork {
    private static final TaskCounts NO_TASKS = TaskCounts.of(Collections.emptyMap());

    private static final class Share {
        private final TreeMap<JobId, OpenJob> jobs = new TreeMap<>();
        /** How many of them each type has. */
        private final Map<String, Integer> types = new HashMap<>();

        private final TaskTotals tasks;
        private long bytes;

        private Share(TaskTotals all) {
            this.tasks = new TaskTotals(all);
        }
    }

    private final OpenLimits limits;
    private final Map<Owner, Share> owners = new TreeMap<>();
    private final TaskTotals totals = new TaskTotals();
    private long bytes;

    OpenWork(OpenLimits limits) {
        this.limits = limits;
    }

    void add(OpenJob job) {
        Share share = owners.computeIfAbsent(job.owner(), owner -> new Share(totals));
        int ofType = share.types.merge(job.spec().type(), 1, Integer::sum);
        long weight = JobWeight.open(job.spec()) + (ofType == 1 ? JobWeight.PER_TYPE : 0);
        share.jobs.put(job.id(), job);
        job.states().countIn(share.tasks);
        share.bytes += weight;
        bytes += weight;
    }

    void remove(OpenJob job) {
        Share share = owners.get(job.owner());
        if (share != null) {
            Integer ofType =
                    share.types.computeIfPresent(job.spec().type(), (type, jobs) -> jobs == 1 ? null : jobs - 1);
            long weight = JobWeight.open(job.spec()) + (ofType == null ? JobWeight.PER_TYPE : 0);
            share.jobs.remove(job.id());
            job.states().countIn(new TaskTotals());
            share.bytes -= weight;
            bytes -= weight;
            if (share.jobs.isEmpty()) {
                owners.remove(job.owner());
            }
        }
    }

    public Set<Owner> owners() {
        return Collections.unmodifiableSet(owners.keySet());
    }

    /** Of all owners together. */
    TaskTotals totals() {
        return totals;
    }

    /** The tasks of an owner's open jobs by state. */
    public TaskCounts tasks(Owner owner) {
        Share share = owners.get(owner);
        return share == null ? NO_TASKS : share.tasks.counts();
    }

    public int count(Owner owner) {
        return of(owner).size();
    }

    /** The open jobs of an owner. */
    public NavigableMap<JobId, OpenJob> of(Owner owner) {
        Share share = owners.get(owner);
        return share == null ? Collections.emptyNavigableMap() : Collections.unmodifiableNavigableMap(share.jobs);
    }

    /** The job has become another by the change, and takes more room or less. */
    void change(OpenJob job, Runnable change) {
        long before = JobWeight.open(job.spec());
        change.run();
        long more = JobWeight.open(job.spec()) - before;
        Share share = owners.get(job.owner());
        if (share != null) {
            share.bytes += more;
            bytes += more;
        }
    }

    /** What keeps an owner from having so much more in an open job. */
    Optional<Rejection> objection(Owner owner, long asked) {
        Share share = owners.getOrDefault(owner, new Share(totals));
        if (asked > limits.bytes() - share.bytes) {
            return Optional.of(new Rejection.TooMuchOpen(owner, share.bytes, asked, limits.bytes()));
        }
        if (asked > limits.bytesInAll() - bytes) {
            return Optional.of(new Rejection.TooMuchOpen(null, bytes, asked, limits.bytesInAll()));
        }
        return Optional.empty();
    }

    /** What keeps an owner from having these open too. */
    public Optional<Rejection> objection(Owner owner, List<JobSpec> more) {
        Share share = owners.getOrDefault(owner, new Share(totals));
        if (more.size() > limits.jobs() - share.jobs.size()) {
            return Optional.of(new Rejection.TooManyOpen(owner, share.jobs.size(), limits.jobs()));
        }
        long asked = 0;
        Set<String> types = new HashSet<>();
        for (JobSpec spec : more) {
            boolean first = !share.types.containsKey(spec.type()) && types.add(spec.type());
            asked += JobWeight.open(spec) + (first ? JobWeight.PER_TYPE : 0);
        }
        return objection(owner, asked);
    }
}
