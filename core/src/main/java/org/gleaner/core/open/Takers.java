package org.gleaner.core.open;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.grid.Violation;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.FilePath;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Placeholders;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.TakenFile;
import org.jspecify.annotations.Nullable;

/** Which open jobs take files of the results of others: what they may take is kept as long as they are open. */
record Takers(OpenJobs jobs) {
    private static final Entry NO_ENTRY = new Entry("", List.of());

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
            // Of a job of one task, the names are those of the task that takes the file.
            JobSpec named = before.array() instanceof ArrayShape.Single ? spec : before;
            List<String> columns = named.array() instanceof ArrayShape.Listed listed ? listed.columns() : List.of();
            for (TakenFile file : one.files()) {
                boolean known = before.aside().outputs() == 0;
                Optional<String> missing = file.missingColumn(columns, before.outputs());
                if (known && missing.isPresent()) {
                    violations.add(new Violation.NoSuchColumn(one.job(), file.path(), missing.get()));
                } else if (known && !file.mayBeOf(before.outputs())) {
                    violations.add(new Violation.NoSuchOutput(one.job(), file.path()));
                } else if (file.isOneNameForAll() && one.isOfSeveral(before.tasks())) {
                    violations.add(new Violation.OneNameForAll(one.job(), file.to()));
                } else {
                    boolean fixed =
                            spec.array() instanceof ArrayShape.Single && before.array() instanceof ArrayShape.Single;
                    unusable(file, fixed)
                            .ifPresent(why -> violations.add(
                                    new Violation.UnusableName(new Violation.Before(one.job(), null), file.to(), why)));
                }
            }
        }
        return violations;
    }

    /**
     * Why no file can have the name that is wanted; empty if one can, or if that depends on a task.
     *
     * @param fixed whether placeholders stand for the same in any case, as neither job has entries
     */
    private static Optional<String> unusable(TakenFile file, boolean fixed) {
        String to =
                fixed ? Placeholders.of(new ArrayShape.Single(), NO_ENTRY, 1).expand(file.to()) : file.to();
        if (file.to().isEmpty() || (!fixed && file.hasPlaceholder())) {
            return Optional.empty();
        }
        try {
            FilePath.checkNew(file.to().endsWith("/") ? to.substring(0, to.length() - 1) : to);
            return Optional.empty();
        } catch (IllegalArgumentException refused) {
            return Optional.of(String.valueOf(refused.getMessage()));
        }
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
