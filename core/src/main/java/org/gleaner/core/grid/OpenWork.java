package org.gleaner.core.grid;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.JobWeight;

/** How much each owner has open, and whether there is room for more. Confined to {@link GridState}. */
final class OpenWork {
    private static final class Sum {
        private int jobs;
        private long bytes;
    }

    private final OpenLimits limits;
    private final Map<Owner, Sum> owners = new HashMap<>();
    private long bytes;

    OpenWork(OpenLimits limits) {
        this.limits = limits;
    }

    void add(OpenJob job) {
        Sum sum = owners.computeIfAbsent(job.owner(), owner -> new Sum());
        long weight = JobWeight.open(job.spec());
        sum.jobs++;
        sum.bytes += weight;
        bytes += weight;
    }

    void remove(OpenJob job) {
        Sum sum = owners.get(job.owner());
        if (sum != null) {
            long weight = JobWeight.open(job.spec());
            sum.jobs--;
            sum.bytes -= weight;
            bytes -= weight;
            if (sum.jobs == 0) {
                owners.remove(job.owner());
            }
        }
    }

    /** What keeps an owner from having these open too. */
    Optional<Rejection> objection(Owner owner, List<JobSpec> more) {
        Sum sum = owners.getOrDefault(owner, new Sum());
        if (more.size() > limits.jobs() - sum.jobs) {
            return Optional.of(new Rejection.TooManyOpen(owner.name(), sum.jobs, limits.jobs()));
        }
        long asked = 0;
        for (JobSpec spec : more) {
            asked += JobWeight.open(spec);
        }
        if (asked > limits.bytes() - sum.bytes) {
            return Optional.of(new Rejection.TooMuchOpen(owner.name(), sum.bytes, asked, limits.bytes()));
        }
        if (asked > limits.bytesInAll() - bytes) {
            return Optional.of(new Rejection.TooMuchOpen("all owners together", bytes, asked, limits.bytesInAll()));
        }
        return Optional.empty();
    }
}
