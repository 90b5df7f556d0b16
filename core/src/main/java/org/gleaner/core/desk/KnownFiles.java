package org.gleaner.core.desk;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobWeight;

/**
 * Files of others that all tasks of a job get, and that belong to the job by now. Results never change, so what was
 * found for one task holds for the next: a long list is looked up and written once, and not with every start. Soft and
 * bounded; thread-safe.
 */
final class KnownFiles {
    private static final int MOST = 64;
    private static final long MOST_BYTES = JobWeight.FILES_LIMIT;

    /** @param more whether each task takes others beside them */
    record Known(List<InputFile> files, List<String> directories, boolean more) {
        private long weight() {
            return JobWeight.inputs(files);
        }
    }

    private final Map<JobId, Known> jobs = new LinkedHashMap<>(MOST, 0.75f, true);
    private long bytes;

    synchronized Optional<Known> get(JobId job) {
        return Optional.ofNullable(jobs.get(job));
    }

    synchronized void put(JobId job, Known known) {
        Known before = jobs.put(job, known);
        bytes += known.weight() - (before == null ? 0 : before.weight());
        Iterator<Known> eldest = jobs.values().iterator();
        while (jobs.size() > MOST || (bytes > MOST_BYTES && !jobs.isEmpty())) {
            bytes -= eldest.next().weight();
            eldest.remove();
        }
    }
}
