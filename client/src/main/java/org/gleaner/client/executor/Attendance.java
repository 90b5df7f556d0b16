package org.gleaner.client.executor;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.file.SubmissionKeys;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.message.Addition;

/**
 * Tells the server now and then that somebody still waits for jobs that grow: one of which nobody was heard for a week
 * is sealed, though its calls may take longer. Confined to one thread.
 */
final class Attendance {
    private static final long PAUSE_NANOS = TimeUnit.HOURS.toNanos(1);
    /** Adds no task; the job counts as heard. */
    private static final Addition NOTHING = new Addition(0, List.of());

    private final Consumer<JobId> telling;
    private final LongSupplier nanoTime;
    /** When each was last told of. */
    private final Map<JobId, Long> told = new HashMap<>();

    Attendance(Consumer<JobId> telling, LongSupplier nanoTime) {
        this.telling = telling;
        this.nanoTime = nanoTime;
    }

    /** What the server says to it changes nothing: a job may be sealed by now, or of somebody who lets others look. */
    static Attendance at(UserCalls calls) {
        return new Attendance(
                job -> {
                    boolean unused =
                            calls.add(job, NOTHING, SubmissionKeys.fresh()).isAway();
                },
                System::nanoTime);
    }

    /** Tasks were added to it, which says the same. */
    void heard(JobId job) {
        told.put(job, nanoTime.getAsLong());
    }

    /** At most once an hour for each. */
    void tell(Collection<JobId> jobs) {
        for (JobId job : jobs) {
            Long last = told.get(job);
            if (last == null || nanoTime.getAsLong() - last >= PAUSE_NANOS) {
                heard(job);
                telling.accept(job);
            }
        }
    }
}
