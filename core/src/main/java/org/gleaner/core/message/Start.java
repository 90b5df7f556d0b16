package org.gleaner.core.message;

import java.time.Duration;
import java.util.List;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.JobSpec;
import org.jspecify.annotations.Nullable;

/**
 * The order to run an attempt. Attempts of one lane run one after the other and share one reservation, so that many
 * short tasks can be handed out in one call.
 *
 * @param entry the task's own entry; null inside the server for listed entries, which are filled in from the store
 *     when the reply is written
 * @param owner whose it is, for the person at the machine; null from a server that does not tell
 * @param resumed whether files of an earlier attempt are among those of its entry
 * @param directories empty ones that it finds
 * @param expiry after so long without progress it is to be ended; null: never
 */
public record Start(
        AttemptId attempt,
        int lane,
        JobSpec spec,
        @Nullable Entry entry,
        @Nullable Owner owner,
        boolean resumed,
        List<String> directories,
        @Nullable Duration expiry) {
    /** The file in its directory that an attempt writes when it makes progress, if it tells of any. */
    public static final String PROGRESS = "gleaner-progress";

    public Start {
        directories = List.copyOf(directories);
    }

    /** One that begins anew, and of which nobody knows how long it may stand still. */
    public Start(AttemptId attempt, int lane, JobSpec spec, @Nullable Entry entry, @Nullable Owner owner) {
        this(attempt, lane, spec, entry, owner, false, List.of(), null);
    }

    /** The same with this expiry. */
    public Start expiring(@Nullable Duration after) {
        return new Start(attempt, lane, spec, entry, owner, resumed, directories, after);
    }
}
