package org.gleaner.core.open;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.grid.Violation;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.TakenFile;
import org.jspecify.annotations.Nullable;

/** Which open jobs take files of the results of others: what they may take is kept as long as they are open. */
record Takers(OpenJobs jobs) {
    /** The first open job that takes files of this one, but for some. */
    Optional<JobId> of(JobId before, Predicate<JobId> but) {
        return jobs.dependants().of(before).stream()
                .filter(but.negate())
                .filter(id -> jobs.open(id).spec().turn().sources().stream()
                        .anyMatch(one -> one.job().equals(before)))
                .findFirst();
    }

    /** What is wrong with what a job takes that somebody wants to submit, as far as it can be known by now. */
    static List<Violation> violations(Precedence.Finder jobs, JobSpec spec, List<StoredJob> closed) {
        List<Violation> violations = new ArrayList<>();
        for (Predecessor one : spec.turn().sources()) {
            JobSpec before = spec(jobs.get(one.job()), one.job(), closed);
            if (before == null) {
                continue;
            }
            for (TakenFile file : one.files()) {
                if (before.aside().outputs() == 0 && !file.mayBeOf(before.outputs())) {
                    violations.add(new Violation.NoSuchOutput(one.job(), file.path()));
                } else if (file.isOneNameForAll() && one.isOfSeveral(before.tasks())) {
                    violations.add(new Violation.OneNameForAll(one.job(), file.to()));
                }
            }
        }
        return violations;
    }

    private static @Nullable JobSpec spec(@Nullable OpenJob open, JobId id, List<StoredJob> closed) {
        return open != null
                ? open.spec()
                : closed.stream()
                        .filter(job -> job.id().equals(id))
                        .map(StoredJob::spec)
                        .findFirst()
                        .orElse(null);
    }
}
